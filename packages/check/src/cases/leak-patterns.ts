/** Something in a text that has no business there. */
export interface Sighting {
  /** What it is, in a few words: `a stack trace of Node`. */
  readonly what: string;
  /** The part of the text that shows it. */
  readonly text: string;
  /** The secret part: a client that already knows it learns nothing. The whole match, or the group `core` of the pattern. */
  readonly core: string;
}

/** Finds one kind of thing in a text; of any text in little time. */
export type Recogniser = (text: string) => readonly Sighting[];

/**
 * What it is, and how it looks: a pattern with bounded repetitions, so that no text can make it slow. Where a text has to have
 * something in it for the pattern to match, that is looked for first.
 */
type Row = readonly [what: string, pattern: RegExp, needs?: string];

/** Sightings of one text that are looked at. */
const MOST = 20;

/** Placeholders, which are no secrets. */
const MASK =
  /^(?:[*•.x_#-]+|<.*>|\[.*\]|\{.*\}|\$\{?\w+\}?|%\w+%?|(?:your|my|the)?[-_]?(?:pass(?:word)?|pwd|secret|token|key|api[-_]?key|redacted|hidden|masked)(?:[-_]?here)?)$/i;

/** The core is the secret itself. */
const SECRETS: readonly Row[] = [
  [
    'a URL with a password',
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"']{0,100}:(?<core>[^\s/@"']{1,100})@[\w.[-]/i,
  ],
  ['a private key', /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----/],
  ['an access key of AWS', /\b(?<core>(?:AKIA|ASIA)[0-9A-Z]{16})\b/],
  ['a token of GitHub', /\b(?<core>gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{40,90})\b/],
  ['a token of Slack', /\b(?<core>xox[abeoprs]-[A-Za-z0-9-]{10,200})\b/],
  ['a key of Google', /\b(?<core>AIza[\w-]{35})(?![\w-])/],
  ['a key that begins with sk-', /\b(?<core>sk-(?=[\w-]{0,200}\d)[\w-]{20,200})(?![\w-])/],
  ['a JSON Web Token', /\b(?<core>eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{0,2000})/],
  ['a bearer token', /\bBearer\s{1,4}(?<core>(?=[\w.~+/-]{0,200}\d)[\w.~+/-]{16,2000}={0,2})/i],
  [
    'a password',
    /\b(?:password|passwd|pwd|client_?secret|secret(?:_?key)?|api[-_]?key|access[-_]?token|auth[-_]?token)["']?(?:=|:\s?["']|["']\s?=>\s?["'])["']?(?<core>(?!\/)(?=[^\s"',;&)}]{0,100}\d)[^\s"',;&)}]{6,200})/i,
  ],
];

/** Secrets, by the form that they have everywhere. */
export const credentials = byPatterns(SECRETS, ({ groups }) => !MASK.test(groups?.['core'] ?? ''));

/** Not inside of a longer path, nor in the path of a URL other than `file:`. */
const BEFORE = String.raw`(?<![\w.:/\\%@~-])(?:file://)?`;
const REST = String.raw`[\w.@+~-]{1,100}(?:[\\/][\w.@+~-]{1,100}){0,30}`;

const PATHS: readonly Row[] = [
  ['a path in a home folder', new RegExp(String.raw`${BEFORE}/(?:home|Users|root)/${REST}`)],
  ['a path in a home folder', new RegExp(String.raw`\b[A-Za-z]:[\\/]{1,2}Users[\\/]{1,2}${REST}`)],
  [
    'a path of installed code',
    /[\w.@/\\:+~-]{0,200}[\\/]?\bnode_modules[\\/][\w.@/\\-]{1,200}/,
    'node_modules',
  ],
  [
    'a path of installed code',
    /[\w./\\:+~-]{0,200}[\\/](?:site|dist)-packages[\\/][\w./\\-]{1,200}/,
    '-packages',
  ],
  [
    'a path of installed code',
    /[\w./~-]{0,200}\/\.cargo\/registry\/[\w.@/-]{1,200}/,
    '/.cargo/registry/',
  ],
  ['a path of installed code', /[\w./~-]{0,200}\/go\/pkg\/mod\/[\w.@/-]{1,200}/, '/go/pkg/mod/'],
  [
    'a path of installed code',
    new RegExp(String.raw`${BEFORE}/usr/(?:local/)?(?:lib|share|go|src)/${REST}`),
  ],
  [
    'a path of source code',
    new RegExp(
      String.raw`${BEFORE}(?:/|[A-Za-z]:[\\/])(?:[\w.@+~-]{1,100}[\\/]){1,30}[\w.@+~-]{1,100}\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|cs|php|exs?|erl):\d{1,7}`,
    ),
  ],
];

const inPlainText = byPatterns(PATHS);

/** Absolute paths of home folders and of code; what is in stack traces is left to them. */
export const filePath: Recogniser = (text) =>
  /[\\/]/.test(text) ? inPlainText(withoutFrames(text)) : [];

const BYTE = String.raw`(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const PORT = String.raw`:\d{1,5}(?!\d|\.\d)`;

/** Not inside of a longer number or name. */
const BEFORE_ADDRESS = String.raw`(?<![\w.-])`;

const ADDRESSES: readonly Row[] = [
  [
    'an address of its own machine',
    new RegExp(
      String.raw`${BEFORE_ADDRESS}(?:127\.${BYTE}\.${BYTE}\.${BYTE}|localhost)${PORT}`,
      'i',
    ),
  ],
  ['an address of its own machine', new RegExp(String.raw`(?<![\w:])(?:\[::1\]|::1)${PORT}`)],
  [
    'an address of a private network',
    new RegExp(
      String.raw`${BEFORE_ADDRESS}(?:10\.${BYTE}|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.${BYTE}\.${BYTE}${PORT}`,
    ),
  ],
  [
    'a name of a private network',
    /(?<![\w.-])[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.(?:cluster\.local|(?:internal|corp|lan):\d{1,5})(?![\w-]|\.\w)/i,
  ],
];

/** Addresses that mean something only inside: a host of a private network with its port. */
export const internalAddress = byPatterns(ADDRESSES);
const NAME = String.raw`[\w.$"\x60[\]]{1,100}`;

/** Statements as programs write them: in capitals, or with the marks of a statement about them. */
const STATEMENTS: readonly Row[] = [
  ['a SQL query', new RegExp(String.raw`\bSELECT\s[^;]{1,500}?\sFROM\s{1,4}${NAME}`)],
  [
    'a SQL query',
    /\bselect\s{1,4}(?:\*|[\w.]{0,60}["`][^;]{1,400}?)\s{1,4}from\s{1,4}["`\w[][\w.$"`[\]]{0,100}/,
  ],
  [
    'a SQL query',
    /\bselect\s[^;]{1,400}?\sfrom\s{1,4}[\w.]{1,100}\s{1,4}where\s[^;]{1,200}?(?:=|<|>|like)\s{0,4}(?:\?|\$\d|:\w|%s|'|\d)/,
  ],
  [
    'a SQL statement',
    new RegExp(String.raw`\bINSERT\s{1,4}INTO\s{1,4}${NAME}\s{0,4}(?:\(|VALUES\b|SELECT\b)`),
  ],
  [
    'a SQL statement',
    /\binsert\s{1,4}into\s{1,4}[\w.$"`[\]]{1,100}\s{0,4}\([^()]{1,400}\)\s{1,4}values\b/,
  ],
  [
    'a SQL statement',
    new RegExp(String.raw`\bUPDATE\s{1,4}${NAME}\s{1,4}SET\s{1,4}${NAME}\s{0,4}=`, 'i'),
  ],
  ['a SQL statement', new RegExp(String.raw`\bDELETE\s{1,4}FROM\s{1,4}${NAME}\s{1,4}WHERE\b`)],
  [
    'a SQL statement',
    new RegExp(
      String.raw`\b(?:CREATE|ALTER|DROP)\s{1,4}TABLE\s{1,4}(?:IF\s{1,4}(?:NOT\s{1,4})?EXISTS\s{1,4})?${NAME}`,
    ),
  ],
];

/** Texts of SQL; a code such as SQLSTATE 42P01 is none. */
export const sql = byPatterns(STATEMENTS);

/** Frames as the runtimes print them, in lines of their own or run together. */
const FRAMES: readonly Row[] = [
  ['a stack trace of Node', /\bat [^\n()]{1,120}\(([^\n()]{1,400}):\d{1,7}:\d{1,7}\)/, 'at '],
  [
    'a stack trace of Node',
    /\bat (?:async )?(?:node:|file:\/\/|\/|[A-Za-z]:[\\/])[^\s()]{1,300}:\d{1,7}:\d{1,7}/,
    'at ',
  ],
  ['a stack trace of Python', /Traceback \(most recent call last\)/],
  ['a stack trace of Python', /File "[^"<\n]{1,300}", line \d{1,7}/],
  [
    'a stack trace of Java',
    /\bat [\w$.]{3,200}[.][\w$<>]{1,100}\((?:[\w$]{1,100}\.(?:java|kt|scala|groovy|clj):\d{1,7}|Native Method|Unknown Source)\)/,
    'at ',
  ],
  [
    'a stack trace of .NET',
    /\bat [\w.`<>[\],+]{3,200}\([^()\n]{0,300}\) in [^\n]{1,300}?:line \d{1,7}/,
    ':line ',
  ],
  [
    'a stack trace of .NET',
    /^ {2,8}at [\w`<>]{1,100}(?:[.+][\w`<>]{1,100}){1,12}\([^()\n]{0,300}\)\s*$/m,
    '  at ',
  ],
  ['a stack trace of Go', /\bgoroutine \d{1,7} \[[^\]\n]{1,60}\]:/],
  ['a stack trace of Go', /[^\s:]{1,300}\.go:\d{1,7} \+0x[0-9a-f]{1,8}/, '.go:'],
  ['a panic of Rust', /\bthread '[^'\n]{1,100}' (?:\(\d{1,9}\) )?panicked at /],
  ['a stack trace of Rust', /\bstack backtrace:\s{1,4}\d{1,4}: /],
  ['a stack trace of Ruby', /[^\s:]{1,300}\.rb:\d{1,7}:in [`'][^'\n]{1,200}'/, '.rb:'],
  ['a stack trace of PHP', /#\d{1,4} [^\s()]{1,300}\.php\(\d{1,7}\): /],
  ['a stack trace of Elixir', /\b(?:lib|src)\/[^\s:]{1,200}\.exs?:\d{1,7}: [\w.]{1,200}\/\d{1,2}/],
  ['a stack trace of Erlang', /\{file,"[^"\n]{1,200}"\},\s{0,4}\{line,\d{1,7}\}/],
];

/** What a frame of Node may name as its file. */
const SCRIPT = /^(?:node:|file:)|<anonymous>$|\.[cm]?[jt]sx?$/;

/** Stack traces, by the form that runtimes give them. */
export const stackTrace = byPatterns(FRAMES, ([, file]) => file === undefined || SCRIPT.test(file));

/** A recogniser by patterns; a sighting may be refused by a closer look at its text. */
export function byPatterns(
  rows: readonly Row[],
  isReal: (match: RegExpMatchArray) => boolean = () => true,
): Recogniser {
  const patterns = rows.map(([what, pattern, needs = '']) => ({
    what,
    pattern: asGlobal(pattern),
    needs,
  }));
  return (text) =>
    patterns.flatMap(({ what, pattern, needs }) =>
      text.includes(needs)
        ? [...text.matchAll(pattern)]
            .filter(isReal)
            .slice(0, MOST)
            .map(({ 0: text, groups }) => ({ what, text, core: groups?.['core'] ?? text }))
        : [],
    );
}

function asGlobal({ source, flags }: RegExp): RegExp {
  return new RegExp(source, `${flags}g`);
}

/** The first folders of a path, by which the client may know the place: `/home/ada`, `C:\Users\ada`, `/opt/app`. */
export function placeOf(path: string): string {
  const [place] = /^(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/]{1,2}[^\\/]{1,100}){1,2}/.exec(path) ?? [
    path,
  ];
  return place.replace(/^file:\/\//, '');
}

/** A text without the lines that are frames of a stack trace: what they show is said once. */
export function withoutFrames(text: string): string {
  if (stackTrace(text).length === 0) return text;
  return text
    .split('\n')
    .filter((line) => stackTrace(line).length === 0)
    .join('\n');
}

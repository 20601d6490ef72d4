import { byPatterns, type Row } from './recogniser.js';

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

/** A text without the lines that are frames of a stack trace: what they show is said once. */
export function withoutFrames(text: string): string {
  if (stackTrace(text).length === 0) return text;
  return text
    .split('\n')
    .filter((line) => stackTrace(line).length === 0)
    .join('\n');
}

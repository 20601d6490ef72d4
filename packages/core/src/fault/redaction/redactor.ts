import { findIssued, findJwts } from './find-tokens.js';
import { findPairs } from './find-pairs.js';
import { findPem } from './find-pem.js';
import { findSchemes } from './find-schemes.js';
import { findUserinfo } from './find-userinfo.js';
import { redactDeep } from './redact-deep.js';
import { escapeJson, Secrets } from './secrets.js';
import { maskSpans, Scan, type Finder, type Steps } from './spans.js';
import { isSuspicious, mayHoldIssued } from './suspicious.js';

/** Your own pattern. It should be linear: it runs on untrusted text. */
export interface RedactionPattern {
  /** A literal that every match contains; texts without it are not searched. */
  readonly anchor: string;
  /** What to mask: the group named `secret` if there is one, else the whole match. */
  readonly match: RegExp;
}

/** Secrets and patterns in addition to the built-in ones. */
export interface RedactorOptions {
  /** Values to mask wherever they appear: passwords, tokens, keys. Default: none. */
  readonly secrets?: Iterable<string>;
  /** In addition to the built-in ones. */
  readonly patterns?: readonly RedactionPattern[];
}

/** Takes secrets out of everything that leaves. */
export interface Redactor {
  /** Changes whenever the set of secrets does: what was clean before may not be any more. */
  readonly revision: number;
  /**
   * Mask this value from now on, also escaped for JSON and percent-encoded. From 8 bytes on also in the other letter case,
   * in hex and in base64 at any offset. Under 4 characters it is ignored.
   */
  addSecret(secret: string): void;
  /** Stop masking this value. */
  removeSecret(secret: string): void;
  /**
   * Cheap enough for every reply. If false, `redact` would not change the text, nor (for the text of `JSON.stringify`)
   * would `redactDeep` change the value, and the text has no invisible characters. True promises nothing.
   */
  suspicious(text: string): boolean;
  /** The text with every secret replaced by `REDACTED`. Redacting again changes nothing. */
  redact(text: string): string;
  /** A copy with secrets replaced, and every text and number under a sensitive name; the value itself if clean. */
  redactDeep(value: unknown): unknown;
  /**
   * This redactor for one occasion, with sentences of one's own: in them a plain word behind a sensitive name, as in
   * `password: Too short`, is masked only if one of the values that were put into them has it.
   */
  withSentences(sentences: readonly string[], values: readonly string[]): Redactor;
}

const FINDERS: readonly Finder[] = [
  findUserinfo,
  findPairs,
  findSchemes,
  (scan) => {
    if (!mayHoldIssued(scan.text)) return;
    findIssued(scan);
    findJwts(scan);
  },
  findPem,
];

/** Masking can bring together what was apart, so it is repeated until nothing changes; twice is already rare. */
const MAX_PASSES = 8;

/** With more than this put into a sentence, nothing in it counts as one's own: each word would be looked for in all of it. */
const MAX_FOREIGN = 4_096;

/** Creates a redactor with its own set of secrets. No redactor is global. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  return createCountingRedactor(options, { count: 0 });
}

/** The same, counting what it reads. */
export function createCountingRedactor(options: RedactorOptions, steps: Steps): Redactor {
  const secrets = new Secrets();
  for (const secret of options.secrets ?? []) secrets.add(secret);
  const own = options.patterns ?? [];
  const anchors = [...new Set(own.flatMap(({ anchor }) => [anchor, escapeJson(anchor)]))];
  const finders = [secrets.find, ...FINDERS, ...own.map(finderOf)];
  let revision = 0;

  const mayHoldRegistered = (text: string): boolean =>
    anchors.some((anchor) => text.includes(anchor)) || (!secrets.isEmpty && secrets.mayOccur(text));
  const suspicious = (text: string): boolean => mayHoldRegistered(text) || isSuspicious(text);

  const mask = (text: string, isOwnWord?: (word: string) => boolean): string => {
    if (!suspicious(text)) return text;
    let current = text;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const scan = new Scan(current, steps, isOwnWord);
      for (const find of finders) find(scan);
      const next = maskSpans(current, scan.spans);
      if (next === current) break;
      current = next;
    }
    return current;
  };

  const redactorFor = (sentences: ReadonlyMap<string, string>): Redactor => {
    const redact = (text: string) => sentences.get(text) ?? mask(text);
    return {
      get revision() {
        return revision;
      },
      addSecret(secret) {
        secrets.add(secret);
        revision++;
      },
      removeSecret(secret) {
        secrets.remove(secret);
        revision++;
      },
      suspicious,
      redact,
      redactDeep: (value) => redactDeep(value, redact, steps),
      withSentences(texts, values) {
        const foreign = values.join('\n');
        const isOwnWord = (word: string) => !foreign.includes(word);
        const all = new Map(sentences);
        for (const text of texts) {
          if (!all.has(text))
            all.set(text, mask(text, foreign.length > MAX_FOREIGN ? undefined : isOwnWord));
        }
        return redactorFor(all);
      },
    };
  };
  const redactor = redactorFor(new Map());
  REGISTERED.set(redactor, mayHoldRegistered);
  return redactor;
}

const REGISTERED = new WeakMap<Redactor, (text: string) => boolean>();

/**
 * Whether a secret or a pattern that was given to this redactor may occur in a text: all that is left to ask of a text that is
 * plain. Undefined for a redactor of somebody else's, who may look for anything.
 */
export function registeredIn(redactor: Redactor): ((text: string) => boolean) | undefined {
  return REGISTERED.get(redactor);
}

function finderOf({ anchor, match }: RedactionPattern): Finder {
  const search = new RegExp(
    match.source,
    [...new Set(`${match.flags.replace('y', '')}dg`)].join(''),
  );
  return (scan) => {
    if (!scan.text.includes(anchor)) return;
    for (const found of scan.text.matchAll(search)) {
      const [start, end] = found.indices?.groups?.['secret'] ?? found.indices?.[0] ?? [0, 0];
      if (end > start) scan.mask(start, end);
    }
  };
}

import { findIssued, findJwts } from './find-tokens.js';
import { findPairs } from './find-pairs.js';
import { findPem } from './find-pem.js';
import { findSchemes } from './find-schemes.js';
import { findUserinfo } from './find-userinfo.js';
import { redactDeep } from './redact-deep.js';
import { escapeJson, findCut, findLiteral, secretForms, type SecretForms } from './secret-forms.js';
import { maskSpans, type Finder, type Spans } from './spans.js';
import { isSuspicious, mayHoldIssued } from './suspicious.js';

/** A pattern of one's own. It should be linear: it runs on text that others wrote. */
export interface RedactionPattern {
  /** A literal that every match contains; texts without it are not searched. */
  readonly anchor: string;
  /** What to mask: the group named `secret` if there is one, else the whole match. */
  readonly match: RegExp;
}

export interface RedactorOptions {
  readonly secrets?: Iterable<string>;
  /** In addition to the built-in ones. */
  readonly patterns?: readonly RedactionPattern[];
}

export interface Redactor {
  /** Changes whenever the set of secrets does: what was clean before may not be any more. */
  readonly revision: number;
  /** Mask this value from now on, also escaped for JSON and URIs and in base64. Under 4 characters it is ignored. */
  addSecret(secret: string): void;
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
}

const FINDERS: readonly Finder[] = [
  findUserinfo,
  findPairs,
  findSchemes,
  (text, spans) => {
    if (!mayHoldIssued(text)) return;
    findIssued(text, spans);
    findJwts(text, spans);
  },
  findPem,
];

/** Masking can bring together what was apart, so it is repeated until nothing changes; twice is already rare. */
const MAX_PASSES = 8;

/** A redactor with its own set of secrets. There is no shared one: who registers a secret decides who sees it. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const secrets = new Map<string, SecretForms>();
  let masked: readonly string[] = [];
  let suspected: readonly string[] = [];

  const own = (options.patterns ?? []).map(({ anchor, match }) => ({
    anchors: [...new Set([anchor, escapeJson(anchor)])],
    find: finderOf(anchor, match),
  }));
  const finders = [...FINDERS, ...own.map(({ find }) => find)];
  const ownAnchors = own.flatMap(({ anchors }) => anchors);

  let revision = 0;
  const refresh = () => {
    revision++;
    const forms = [...secrets.values()];
    masked = longestFirst(forms.flatMap((form) => form.masked));
    suspected = [...new Set([...forms.flatMap((form) => form.suspected), ...ownAnchors])];
  };

  const suspicious = (text: string): boolean => {
    for (const literal of suspected) if (text.includes(literal)) return true;
    return isSuspicious(text);
  };

  const redact = (text: string): string => {
    if (!suspicious(text)) return text;
    let current = text;
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const spans: Spans = [];
      for (const literal of masked) {
        findLiteral(current, literal, spans);
        findCut(current, literal, spans);
      }
      for (const find of finders) find(current, spans);
      const next = maskSpans(current, spans);
      if (next === current) break;
      current = next;
    }
    return current;
  };

  const addSecret = (secret: string) => {
    const forms = secretForms(secret);
    if (forms !== undefined) secrets.set(secret, forms);
  };
  for (const secret of options.secrets ?? []) addSecret(secret);
  refresh();

  return {
    get revision() {
      return revision;
    },
    addSecret(secret) {
      addSecret(secret);
      refresh();
    },
    removeSecret(secret) {
      secrets.delete(secret);
      refresh();
    },
    suspicious,
    redact,
    redactDeep: (value) => redactDeep(value, redact),
  };
}

function longestFirst(literals: readonly string[]): string[] {
  return [...new Set(literals)].sort((a, b) => b.length - a.length);
}

function finderOf(anchor: string, match: RegExp): Finder {
  const search = new RegExp(
    match.source,
    [...new Set(`${match.flags.replace('y', '')}dg`)].join(''),
  );
  return (text, spans) => {
    if (!text.includes(anchor)) return;
    for (const found of text.matchAll(search)) {
      const [start, end] = found.indices?.groups?.['secret'] ?? found.indices?.[0] ?? [0, 0];
      if (end > start) spans.push(start, end);
    }
  };
}

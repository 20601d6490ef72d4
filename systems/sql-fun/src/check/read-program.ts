import { ReplacedText } from '../text/source-text.js';
import { nextToken } from '../text/split-statements.js';
import type { Script, Substitute, Unit } from './read-script.js';

/** Words that a statement begins with. `SET` and `DO` are left out: in a template they are parts of UPDATE and ON CONFLICT. */
const BEGINNINGS =
  /^(?:select|insert|update|delete|merge|with|values|table|create|alter|drop|truncate|explain|copy|declare|prepare|execute|comment|grant|revoke|refresh|call|lock|begin|start|commit|rollback|savepoint|release|analyze|vacuum|reindex|cluster|notify|listen)$/i;

/** The templates of a program that are whole statements, and how many are only a part of one. */
export function readProgram(text: string, tags: readonly string[]): Script {
  const templates = findTemplates(text, tags);
  const units = templates.filter(({ replaced: { text: sql } }) => {
    let token = nextToken(sql, 0);
    while (sql[token.start] === '(') token = nextToken(sql, token.end);
    return BEGINNINGS.test(sql.slice(token.start, token.end));
  });
  return { units, fragments: templates.length - units.length, includes: [], skipped: [] };
}

/** A string ends with its line: an apostrophe in the text of JSX begins none. */
const TOKEN =
  /(?<blank>\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))|(?<string>'(?:[^'\\\n]|\\[^])*(?:['\n]|$)|"(?:[^"\\\n]|\\[^])*(?:["\n]|$))|(?<word>[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Nd}$_]*)|[^]/uy;
const BLANKS = /\s*/y;
const REGEX = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[^]|$))/y;
/** Words that a regular expression may follow; after any other word, `/` divides. */
const BEFORE_REGEX = /^(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield)$/;
const COOKED: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' },
  ...{ '\n': '', '\r': '', '\r\n': '' },
};
const MAX_DEPTH = 100;
const MAX_GENERICS = 2000;

/** The templates with these tags, also nested ones; `${…}` becomes `$1`, `$2`, … It scans strings, comments and templates, and does not parse. */
export function findTemplates(text: string, tags: readonly string[]): readonly Unit[] {
  const found: Unit[] = [];
  let depth = 0;

  /** Passes code up to the `}` that closes it, or to the end; returns the place of the `}`. */
  function passCode(from: number): number {
    let braces = 0;
    // What a `/` is depends on the last thing before it.
    let isOperand = false;
    for (let at = from; at < text.length;) {
      TOKEN.lastIndex = at;
      const { 0: token, groups = {} } = TOKEN.exec(text)!;
      const end = at + token.length;
      if (token === '}' && braces-- === 0) return at;
      if (token === '{') braces++;
      const tick = token === '`' ? at : tags.includes(token) ? tickAfter(text, end) : undefined;
      if (groups['blank'] !== undefined) at = end;
      else if (token === '/' && !isOperand) {
        // A `/` that begins no regular expression is a mark, as in `</div>` and `<br />`.
        const isTag = text[at - 1] === '<' || text[end] === '>';
        at = isTag ? end : Math.max(end, endOf(REGEX, text, at));
      } else {
        const isWord = groups['word'] !== undefined && !BEFORE_REGEX.test(token);
        isOperand = tick !== undefined || isWord || /^["')\]0-9}]/.test(token);
        at = tick === undefined ? end : passTemplate(tick, tick !== at);
      }
    }
    return text.length;
  }

  /** Passes a template; returns the place after its closing backtick. */
  function passTemplate(tick: number, isTagged: boolean): number {
    if (++depth > MAX_DEPTH) return text.length;
    const substitutes: Substitute[] = [];
    const parameterNames = new Map<number, string>();
    let at = tick + 1;
    while (at < text.length && text[at] !== '`') {
      const start = at;
      if (text[at] === '\\') {
        ESCAPE.lastIndex = at;
        const escape = ESCAPE.exec(text)!;
        at = ESCAPE.lastIndex;
        substitutes.push({ start, end: at, text: cooked(escape) });
      } else if (text.startsWith('${', at)) {
        at = Math.min(passCode(at + 2) + 1, text.length);
        const number = parameterNames.size + 1;
        parameterNames.set(number, text.slice(start + 2, at - 1).trim());
        substitutes.push({ start, end: at, text: `$${number}`, isParameter: true });
      } else at++;
    }
    depth--;
    if (isTagged && at < text.length) {
      const replaced = new ReplacedText(text, substitutes, { start: tick + 1, end: at });
      found.push({ replaced, about: () => ({ parameterNames }) });
    }
    return Math.min(at + 1, text.length);
  }

  passCode(0);
  return found.sort((a, b) => a.replaced.original(0) - b.replaced.original(0));
}

function tickAfter(text: string, from: number): number | undefined {
  let at = endOf(BLANKS, text, from);
  if (text[at] === '<') at = endOf(BLANKS, text, endOfGenerics(text, at));
  return text[at] === '`' ? at : undefined;
}

function cooked([, braced, four, two, one = '']: RegExpExecArray): string {
  const hex = braced ?? four ?? two;
  if (hex === undefined) return COOKED[one] ?? one;
  return String.fromCodePoint(Math.min(parseInt(hex, 16), 0x10ffff));
}

/** After the `>` that closes type arguments; the same place where they do not close. */
function endOfGenerics(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + MAX_GENERICS); at++) {
    const c = text[at]!;
    if (c === '`') return from;
    if (c === '<') depth++;
    else if (c === '>' && text[at - 1] !== '=' && --depth === 0) return at + 1;
  }
  return from;
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

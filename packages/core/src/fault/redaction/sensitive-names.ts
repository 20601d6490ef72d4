/**
 * The names whose values are secrets. One list serves object keys, `name=value` pairs, header lines and the anchors
 * of the fast filter, so that they cannot drift apart.
 *
 * A name counts at the end of an identifier only: `db_password`, `X-Api-Key` and `accessToken` are sensitive,
 * `token_count`, `password_reset_url` and `secret_name` are not.
 */

/** `<qualifier> key`, with or without a separator; a bare `key` is too common to mean a secret. */
export const KEY_QUALIFIERS = [
  ...['access', 'account', 'admin', 'api', 'app', 'auth', 'deploy', 'encryption', 'hmac', 'master'],
  ...['private', 'secret', 'service', 'shared', 'signing', 'ssh', 'subscription', 'webhook'],
] as const;

/** Plural `tokens` counts only after one of these; alone it is a quantity (`max_tokens`). */
export const TOKENS_QUALIFIERS = ['access', 'api', 'auth', 'bearer', 'refresh', 'session'] as const;

/** `<qualifier>pass`; a bare `pass` is sensitive too, but `bypass` and `compass` are not. */
const PASS_QUALIFIERS = [
  ...['admin', 'auth', 'db', 'ftp', 'http', 'ldap', 'mail', 'mongo', 'mysql'],
  ...['pg', 'postgres', 'proxy', 'redis', 'root', 'smtp', 'user'],
] as const;

const SEPARATOR = '[-_. ]?';

/**
 * Matches any sensitive name, wherever it is. The case-insensitive flag is the caller's. What has
 * to stand before a name is looked back at from its end, so that most positions cost no more than a letter or two.
 */
export const NAME_SOURCE = [
  'pass(?:word|wd|phrase|code)s?(?:[-_.]?(?:hash|digest))?',
  `pass(?![a-z0-9])(?<=(?:(?<![a-z0-9])|\\\\[nrt]|(?:${PASS_QUALIFIERS.join('|')})${SEPARATOR})pass)`,
  'pwd',
  'secrets?',
  'token(?!s)',
  `tokens(?<=(?:${TOKENS_QUALIFIERS.join('|')})${SEPARATOR}tokens)`,
  'credentials?',
  'cookies?',
  'authorization',
  `keys?(?<=(?:${KEY_QUALIFIERS.join('|')})${SEPARATOR}keys?)`,
].join('|');

/**
 * Tokens that are no secrets: the progress token of MCP, cursors, and the vocabulary of language models and of
 * parsers ("Unexpected token: …").
 */
const HARMLESS_QUALIFIERS: ReadonlySet<string> = new Set([
  ...['progress', 'page', 'pagination', 'next', 'continuation', 'cursor'],
  ...['max', 'min', 'per', 'stop', 'eos', 'bos', 'pad', 'unk', 'sep', 'cls', 'mask', 'special'],
  ...['first', 'last', 'end', 'start', 'current', 'previous', 'near', 'at'],
  ...['parse', 'syntax', 'lexer', 'unexpected', 'expected', 'illegal', 'stray', 'reserved'],
  ...['unrecognized', 'unrecognised', 'offending'],
]);

/** The last word, in snake, kebab, camel or upper case: `min_token` is harmless, `admin_token` is not. */
const LAST_WORD = /(?:[A-Z]?[a-z]+|[A-Z]+)(?=[-_. ]?$)/;

/** With a separator and one letter more, so that a longer word is not taken for its end. */
const LONGEST_QUALIFIER = 16;

/** Whether a name is harmless because of the word before it in its identifier or sentence. */
export function isHarmlessName(before: string, name: string): boolean {
  if (name.toLowerCase() !== 'token') return false;
  const word = LAST_WORD.exec(before.slice(-LONGEST_QUALIFIER));
  return word !== null && HARMLESS_QUALIFIERS.has(word[0].toLowerCase());
}

/** `pass` alone also counts test runs (`pass: 12`): only a text is masked there, never a number. */
export function isWeakName(name: string): boolean {
  return /^pass$/i.test(name);
}

/** Longer than any name with its qualifier, so that the classification of a long key stays cheap. */
export const NAME_WINDOW = 48;

const NAME_AT_END = new RegExp(`(?:${NAME_SOURCE})(?=[ -/:-@[-\`{-~]{0,4}$)`, 'i');

/** Whether a member of this name holds a secret. */
export function isSensitiveName(name: string): boolean {
  const tail = name.slice(-NAME_WINDOW);
  const found = NAME_AT_END.exec(tail);
  return found !== null && !isHarmlessName(tail.slice(0, found.index), found[0]);
}

import { createHash } from 'node:crypto';
import { GUEST_NAME, NAME } from '../policy/index.js';
import type { Identity } from './identity.js';

/** The one who stands for everybody in a list of tokens. */
const EVERYBODY = '*';

const SHORTEST = 16;

/** The identities of a gateway by their tokens, of which only hashes are kept. */
export interface TokenList {
  /** Those who have a token of their own. */
  readonly users: readonly string[];
  find(token: string): Identity | undefined;
}

/**
 * Read a list of tokens: a line per token, `<user> <token>`, where `*` is a token that several share. Empty lines and those that begin with # are
 * skipped. Mistakes are told by their line, without what is in it.
 */
export function parseTokens(text: string): TokenList {
  const identities = new Map<string, Identity>();
  const users = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    const written = line.trim();
    if (written === '' || written.startsWith('#')) continue;
    const problem = (what: string) => new TypeError(`line ${index + 1} of the tokens: ${what}`);
    const [user = '', token = '', ...more] = written.split(/\s+/);
    if (token === '' || more.length > 0) throw problem('it has to be a user and a token');
    if (user !== EVERYBODY && (!NAME.test(user) || user === GUEST_NAME)) {
      throw problem('this cannot be the name of a user');
    }
    if (!/^[\x21-\x7e]+$/.test(token) || token.length < SHORTEST) {
      throw problem(`a token has at least ${SHORTEST} characters, all of them printable ASCII`);
    }
    const key = keyOf(token);
    if (identities.has(key)) throw problem('this token is another line’s already');
    if (user !== EVERYBODY) users.add(user);
    identities.set(key, user === EVERYBODY ? SHARED : { user, speaksForOthers: false });
  }
  return { users: [...users], find: (token) => identities.get(keyOf(token)) };
}

/** Whoever shows a token that several share says with each call who they are. */
export const SHARED: Identity = { user: undefined, speaksForOthers: true };

/** Looked up by its hash, a token is not found byte by byte. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

import { createHash } from 'node:crypto';
import { GUEST_NAME, NAME } from '../policy/index.js';
import type { Identity } from './identity.js';

/** The one who stands for everybody in a list of tokens. */
const EVERYBODY = '*';

const SHORTEST = 16;

/** The identities of a gateway by their tokens. */
export interface TokenList {
  /** Those who have a token of their own. */
  readonly users: readonly string[];
  /** For whoever has to keep them out of logs. */
  readonly tokens: readonly string[];
  find(token: string): Identity | undefined;
}

/**
 * Read a list of tokens: a line per token, `<user> <token>`, where `*` is a token that several share. Empty lines and those that begin with # are
 * skipped. Mistakes are told by their line, without what is in it.
 */
export function parseTokens(text: string): TokenList {
  const entries = text.split('\n').flatMap((line, index): Entry[] => {
    const written = line.trim();
    if (written === '' || written.startsWith('#')) return [];
    const where = `line ${index + 1} of the tokens`;
    const [user = '', token = '', ...more] = written.split(/\s+/);
    if (token === '' || more.length > 0) {
      throw new TypeError(`${where}: it has to be a user and a token`);
    }
    if (user !== EVERYBODY && (!NAME.test(user) || user === GUEST_NAME)) {
      throw new TypeError(`${where}: this cannot be the name of a user`);
    }
    return [{ user, token, where }];
  });
  if (entries.length === 0) throw new TypeError('there is no token in the file of tokens');
  return listTokens(entries);
}

/** The list of one token that everybody shares. */
export function sharedToken(token: string, where: string): TokenList {
  return listTokens([{ user: EVERYBODY, token, where }]);
}

/** One list of several. */
export function joinTokens(lists: readonly TokenList[]): TokenList {
  return {
    users: lists.flatMap(({ users }) => users),
    tokens: lists.flatMap(({ tokens }) => tokens),
    find: (token) => lists.map((list) => list.find(token)).find((each) => each !== undefined),
  };
}

interface Entry {
  readonly user: string;
  readonly token: string;
  /** Where it stands, for mistakes. */
  readonly where: string;
}

function listTokens(entries: readonly Entry[]): TokenList {
  const identities = new Map<string, Identity>();
  for (const { user, token, where } of entries) {
    if (!/^[\x21-\x7e]+$/.test(token) || token.length < SHORTEST) {
      throw new TypeError(
        `${where}: a token has at least ${SHORTEST} characters, all of them printable ASCII`,
      );
    }
    const key = keyOf(token);
    if (identities.has(key)) throw new TypeError(`${where}: this token is another line’s already`);
    identities.set(key, user === EVERYBODY ? SHARED : { user, speaksForOthers: false });
  }
  const users = entries.flatMap(({ user }) => (user === EVERYBODY ? [] : user));
  return {
    users: [...new Set(users)],
    tokens: entries.map(({ token }) => token),
    find: (token) => identities.get(keyOf(token)),
  };
}

/** Whoever shows a token that several share says with each call who they are. */
export const SHARED: Identity = { user: undefined, speaksForOthers: true };

/** Looked up by its hash, a token is not found byte by byte. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

import { createHash } from 'node:crypto';
import { engram } from '@errata/catalogs/engram';
import type { HttpHead } from '@errata/edges/http';
import { bearerChallenge, bearerToken } from '@errata/edges/service';
import { EVERYBODY, isUserName } from '../policy/actor.js';

/** Who a connection says it is. */
export interface CallerIdentity {
  /** Undefined if it says nothing. */
  readonly user: string | undefined;
  /** Whether it may name another actor in a call: a caller with a token of their own may not. */
  readonly speaksForOthers: boolean;
  /** Whether its user may change governance, whatever the logbook says: the files are theirs anyway. */
  readonly owner?: boolean;
}

/** A connection without a user that may not name an actor: all its calls are refused. */
export const NOBODY: CallerIdentity = { user: undefined, speaksForOthers: false };

const SHORTEST = 16;

/** The identities of a gateway by their tokens. */
export type TokenList = ReturnType<typeof listTokens>;

/**
 * Read a list of tokens: a line per token, `<user> <token>`, where `*` is a token that several share. Empty lines and those that begin with # are
 * skipped. An error names the line, never its content.
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
    if (user !== EVERYBODY && !isUserName(user)) {
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
  /** Its line, for errors. */
  readonly where: string;
}

function listTokens(entries: readonly Entry[]) {
  const identities = new Map<string, CallerIdentity>();
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
    /** Those who have a token of their own. */
    users: [...new Set(users)],
    /** To be kept out of logs. */
    tokens: entries.map(({ token }) => token),
    find: (token: string) => identities.get(keyOf(token)),
  };
}

/** With a shared token, each call names its actor. */
export const SHARED: CallerIdentity = { user: undefined, speaksForOthers: true };

/** Looked up by its hash, a token is not found byte by byte. */
function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

/** The user that the logbook has for a token. */
export type FindUser = (token: string) => Promise<string | undefined>;

/** Finds out who sends a request, by the list and then by the logbook. Throws AUTH_FAILED. */
export function createAuthorizer(tokens: TokenList, findUser: FindUser) {
  return async ({ header }: Pick<HttpHead, 'header'>): Promise<CallerIdentity> => {
    const token = bearerToken(header('authorization'));
    if (token === undefined) throw engram.AUTH_FAILED();
    const listed = tokens.find(token);
    if (listed !== undefined) return listed;
    const user = await findUser(token);
    if (user === undefined) throw engram.AUTH_FAILED();
    return { user, speaksForOthers: false };
  };
}

/** `WWW-Authenticate` of a refusal. RFC 6750 §3.1: no error for a request without a token. */
export function challenge(_fault: unknown, { header }: Pick<HttpHead, 'header'>): string {
  const hasToken = bearerToken(header('authorization')) !== undefined;
  return bearerChallenge({ realm: 'engram', error: hasToken ? 'invalid_token' : undefined });
}

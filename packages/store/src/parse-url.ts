import type { StoreDialect } from './store.js';

const MEMORY = ':memory:';
const SCHEME = /^([a-z][a-z0-9+.-]+):/i;
const FORMS =
  'sqlite:/path/to/file.db, sqlite::memory:, a plain path, or postgres://user@host:5432/database';

/** Where a database is. The target is a path, `:memory:`, or the whole url of a PostgreSQL server. */
export interface StoreAddress {
  readonly dialect: StoreDialect;
  readonly target: string;
}

/** What a url says. It may hold a password, so no error repeats more of it than the scheme. */
export function parseUrl(url: string): StoreAddress {
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return sqlite(url);
  if (scheme === 'sqlite') return sqlite(pathOf(url.slice('sqlite:'.length)));
  if (scheme !== 'postgres' && scheme !== 'postgresql') {
    throw new TypeError(`A database url cannot begin with '${scheme}:'. Known forms: ${FORMS}.`);
  }
  if (!url.slice(scheme.length).startsWith('://') || !URL.canParse(url)) {
    throw new TypeError(`The url of the PostgreSQL database is malformed. Known forms: ${FORMS}.`);
  }
  return { dialect: 'postgres', target: url };
}

export const isMemory = (target: string): boolean => target === MEMORY;

/** `sqlite:///file.db` is the same as `sqlite:/file.db`; there is no host in between. */
function pathOf(rest: string): string {
  if (!rest.startsWith('//')) return rest;
  return rest.startsWith('///') ? rest.slice(2) : '';
}

function sqlite(target: string): StoreAddress {
  if (target === '' || target.includes('\0')) {
    throw new TypeError(`The database url names no file. Known forms: ${FORMS}.`);
  }
  return { dialect: 'sqlite', target };
}

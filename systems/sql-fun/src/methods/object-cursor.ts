import { invalidParameter } from './params.js';
import type { CatalogObject, ObjectKind } from '../catalog/index.js';

type Key = Pick<CatalogObject, 'namespace' | 'name' | 'kind'>;

/** Where a page ends: the last object of it. The next page begins after it, also when the schema has changed. */
export function toCursor({ namespace, name, kind }: Key): string {
  return Buffer.from(JSON.stringify([namespace, name, kind])).toString('base64url');
}

export function fromCursor(cursor: string): Key {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(key) && key.length === 3 && key.every((one) => typeof one === 'string')) {
      const [namespace, name, kind] = key as [string, string, ObjectKind];
      return { namespace, name, kind };
    }
  } catch {
    // Said below: it is none.
  }
  throw invalidParameter('params.cursor', 'params.cursor is not one that list_objects gave');
}

import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent } from './absent.js';
import { encodePath } from './encode-path.js';
import { folderEntries } from './folder-entries.js';
import { isTraversal } from './path-segments.js';
import { assertHeld, type Root } from './root.js';

// MCP: at most 100 values in one answer.
const MAX_VALUES = 100;

/** Paths that begin as typed, one folder deep, escaped as they stand in a URI; folders end with a slash. */
export async function completePath(root: Root, typed: string): Promise<readonly string[]> {
  const segments = decode(typed).split('/');
  const prefix = segments.pop() ?? '';
  if (segments.some(isTraversal)) return [];
  const values: string[] = [];
  try {
    const folder = await realpath(join(root.real, ...segments));
    assertHeld(root, folder);
    for await (const entry of folderEntries(root, folder, prefix)) {
      const path = encodePath([...segments, entry.name]);
      values.push(entry.folder ? `${path}/` : path);
      if (values.length === MAX_VALUES) break;
    }
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
  return values;
}

/** People type names as they are, programs as they stand in a URI. Half a character has no UTF-8, and so no place in a URI. */
function decode(typed: string): string {
  const text = Buffer.from(typed).toString();
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

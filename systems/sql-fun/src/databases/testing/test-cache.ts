import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folderOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A cache for all tests, because an empty database takes seconds to make. Another one for each state of the loader. */
export const TEST_CACHE = join(
  folderOf('../../../../../node_modules/.cache/errata-sql-fun'),
  digestOf(['../../databases', '../../dump', '../../engine', '../../exposure']),
);

function digestOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders.map(folderOf)) {
    for (const name of readdirSync(folder).sort()) {
      if (name.endsWith('.ts')) hash.update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All files below a folder with what is in them; what is below one of the other folders is left out. */
export function filesIn(
  folder: string,
  without: readonly string[] = [],
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (without.includes(path)) continue;
    if (entry.isDirectory()) Object.assign(found, { [`${path}/`]: '' }, filesIn(path, without));
    else found[path] = entry.isFile() ? readFileSync(path, 'latin1') : 'not a file';
  }
  return found;
}

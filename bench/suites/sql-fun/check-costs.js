import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../../lib/statistics.js';
import { ERRATA } from './parts.js';
import { sampleQueries } from './sample.js';

const run = promisify(execFile);

/**
 * `errata sql check` of so many files with one query each; the first run fills the cache and is not counted.
 * @param {{ folder: string, schema: string, cacheHome: string, files: number, rounds: number, signal: AbortSignal }} options
 */
export async function measureCheck({ folder, schema, cacheHome, files, rounds, signal }) {
  const queries = sampleQueries();
  mkdirSync(folder);
  for (let n = 0; n < files; n++) {
    const { sql } = queries[n % queries.length] ?? { sql: '' };
    writeFileSync(join(folder, `q${n}.sql`), `-- ${n}\n${sql};\n`);
  }
  const args = [ERRATA, 'sql', 'check', folder, '--schema', schema];
  const env = { ...process.env, XDG_CACHE_HOME: cacheHome };
  /** @type {number[]} */
  const walls = [];
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now();
    await run(process.execPath, args, { signal, env });
    if (round > 0) walls.push(performance.now() - started);
  }
  return { files, wallMs: median(walls) };
}

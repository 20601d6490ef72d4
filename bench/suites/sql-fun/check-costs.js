import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../../lib/statistics.js';
import { ERRATA } from './parts.js';
import { sampleQueries } from './sample.js';

const run = promisify(execFile);

const { resolve } = createRequire(import.meta.url);

/**
 * Programs that check SQL files too, measured if they are installed: `npm i --no-save squawk-cli @postgres-language-server/cli`.
 * Without a database they know no schema: syntax and their own rules only.
 * @type {Record<string, string[]>}
 */
const PEERS = {
  squawk: ['squawk-cli/js/bin/squawk'],
  'postgres language server': [
    ...['@postgres-language-server/cli/bin/postgres-language-server', 'check'],
  ],
};

/** @param {string[]} files */
function peerPrograms(files) {
  return Object.entries(PEERS).flatMap(([name, [program = '', ...args]]) => {
    try {
      return [{ name, args: [resolve(program), ...args, ...files] }];
    } catch {
      return []; // it is not installed
    }
  });
}

/**
 * `errata sql check` of so many files with one query each, and its peers, by turns. The first run fills the cache and is not counted.
 * @param {{ folder: string, schema: string, cacheHome: string, files: number, rounds: number, signal: AbortSignal }} options
 */
export async function measureCheck({ folder, schema, cacheHome, files, rounds, signal }) {
  const queries = sampleQueries();
  mkdirSync(folder);
  const paths = Array.from({ length: files }, (_, n) => join(folder, `q${n}.sql`));
  for (const [n, path] of paths.entries()) {
    const { sql } = queries[n % queries.length] ?? { sql: '' };
    writeFileSync(path, `-- ${n}\n${sql};\n`);
  }
  const env = { ...process.env, XDG_CACHE_HOME: cacheHome };
  const programs = [
    { name: 'errata sql check', args: [ERRATA, 'sql', 'check', folder, '--schema', schema] },
    ...peerPrograms(paths),
  ].map((program) => ({ ...program, walls: /** @type {number[]} */ ([]) }));
  for (let round = 0; round <= rounds; round++) {
    for (const { args, walls } of programs) {
      const started = performance.now();
      await run(process.execPath, args, { signal, env, cwd: folder });
      if (round > 0) walls.push(performance.now() - started);
    }
  }
  return {
    files,
    wallMs: Object.fromEntries(programs.map(({ name, walls }) => [name, median(walls)])),
  };
}

// Builds our sources with a counter in every function, and runs one failing request per path in that build.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { instrument } from './instrument.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECORDER = join(ROOT, 'scripts/trace/recorder.js');

/**
 * A path: its name, what it is, and the most files and calls that it should need.
 * @typedef {{ name: string, about: string, goal?: { files: number, calls: number } }} Path
 */

/** @type {readonly Path[]} */
export const PATHS = [
  { name: 'guard-v1', about: 'guard on SDK v1, stdio, 2025-11-25' },
  {
    name: 'guard-v2',
    about: 'guard on SDK v2, stdio, 2026-07-28',
    goal: { files: 25, calls: 500 },
  },
  { name: 'kit-stdio', about: 'kit over stdio, 2026-07-28' },
  { name: 'kit-http', about: 'kit over HTTP, 2026-07-28', goal: { files: 50, calls: 700 } },
  { name: 'core-server', about: 'core server, text in and text out, 2026-07-28' },
];

/**
 * What one request did. Files are in order of first entry, and so are the functions of a file.
 * @typedef {object} Trace
 * @property {string} name
 * @property {string} about
 * @property {number} calls
 * @property {{ files: number, calls: number }} [goal]
 * @property {{ file: string, calls: number, functions: { name: string, calls: number }[] }[]} files
 * @property {string} reply
 */

/**
 * @param {readonly string[]} names of paths
 * @returns {Promise<Trace[]>}
 */
export async function trace(names = PATHS.map(({ name }) => name)) {
  const folder = mkdtempSync(join(tmpdir(), 'errata-trace-'));
  try {
    /** @type {import('./instrument.js').TracedFunction[]} */
    const functions = [];
    const entry = await build(folder, functions);
    /** @type {typeof import('./paths.js')} */
    const { tracePath } = await import(/* @vite-ignore */ pathToFileURL(entry).href);
    const traces = [];
    for (const path of PATHS.filter(({ name }) => names.includes(name))) {
      const { entries, reply } = await tracePath(path.name);
      traces.push({
        ...path,
        calls: entries.length,
        files: groupByFile(entries, functions),
        reply,
      });
    }
    return traces;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {import('./instrument.js').TracedFunction[]} functions
 */
async function build(folder, functions) {
  // Dependencies stay packages. They are found from the folder as they are from the root.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const bundle = await rolldown({
    input: { paths: join(ROOT, 'scripts/trace/paths.js') },
    platform: 'node',
    // Nothing is left out or merged: a call in the source is a call in the build.
    treeshake: false,
    checks: { pluginTimings: false },
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.startsWith('@errata/'),
    plugins: [
      {
        name: 'trace',
        resolveId(id) {
          const [, name, subpath = ''] = /^@errata\/([\w-]+)(\/[\w-]+)?$/.exec(id) ?? [];
          return name && join(ROOT, 'packages', name, 'src', subpath, 'index.ts');
        },
        transform(code, id) {
          const file = relative(ROOT, id).replaceAll('\\', '/');
          if (!/^packages\/[\w-]+\/src\//.test(file)) return undefined;
          const text = instrument(file, code, functions);
          return `import { enter as __enter } from ${JSON.stringify(RECORDER)};${text}`;
        },
      },
    ],
  });
  await bundle.write({
    dir: join(folder, 'build'),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
  return join(folder, 'build/paths.mjs');
}

/**
 * @param {readonly number[]} entries
 * @param {readonly import('./instrument.js').TracedFunction[]} functions
 */
function groupByFile(entries, functions) {
  /** @type {Map<string, Map<string, number>>} */
  const files = new Map();
  for (const number of entries) {
    const { file, name } = functions[number] ?? { file: '?', name: '?' };
    const counts = files.get(file) ?? new Map();
    files.set(file, counts.set(name, (counts.get(name) ?? 0) + 1));
  }
  return [...files].map(([file, counts]) => ({
    file,
    calls: [...counts.values()].reduce((sum, count) => sum + count, 0),
    functions: [...counts].map(([name, calls]) => ({ name, calls })),
  }));
}

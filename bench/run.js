// `npm run bench`: runs the suites and prints what they found. How to read it: docs/benchmarks.md
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArguments, UsageError } from './lib/arguments.js';
import { createProgress } from './lib/progress.js';

/** @type {Readonly<Record<string, { about: string, load: () => Promise<import('./lib/suite.js').Suite> }>>} */
const SUITES = {
  core: {
    about: 'text in, text out in one process: errata, its peers and bare JSON; sizes; memory',
    load: async () => (await import('./suites/core/index.js')).core,
  },
  redaction: {
    about: 'redaction per byte, of clean and of hostile texts',
    load: async () => (await import('./suites/redaction/index.js')).redaction,
  },
  guard: {
    about: 'what guard(server) costs on servers of both SDKs, over a transport in memory',
    load: async () => (await import('./suites/guard/index.js')).guard,
  },
  wire: {
    about: 'servers over stdio and HTTP: errata, the SDKs bare, guarded and served, fastmcp',
    load: async () => (await import('./suites/wire/index.js')).wire,
  },
  start: {
    about: 'start of a stdio server until it answers initialize, and its end',
    load: async () => (await import('./suites/start/index.js')).start,
  },
  kit: {
    about: 'the kit beside the SDKs and fastmcp: the same tool over stdio and HTTP; install sizes',
    load: async () => (await import('./suites/kit/index.js')).kit,
  },
  check: {
    about: 'one run of errata check: a healthy server, and ones that leave requests unanswered',
    load: async () => (await import('./suites/check/index.js')).check,
  },
  engram: {
    about: 'stores a second through the memory gateway on SQLite and PostgreSQL, beside OpenMemory',
    load: async () => (await import('./suites/engram/index.js')).engram,
  },
  'sql-fun': {
    about: 'analysis of queries, loading of a dump and start of sql-fun, beside its parser alone',
    load: async () => (await import('./suites/sql-fun/index.js')).sqlFun,
  },
};

const HELP = `npm run bench -- [suite …] [options]

Suites (all unless named)
${Object.entries(SUITES)
  .map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  .join('\n')}

Options
  --json         print one line of JSON instead of tables
  --quick        a short run, to see that it works
  --seconds N    how long to measure
  --help
`;

async function main() {
  const options = parseArguments(process.argv.slice(2), Object.keys(SUITES));
  if (options.help) return void process.stdout.write(HELP);
  if (!existsSync(new URL('../packages/core/dist/index.js', import.meta.url))) {
    throw new UsageError('the library is not built; run `npm run build` first');
  }
  const progress = createProgress(process.stderr);
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  const machine = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cpu: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  };
  /** @type {Record<string, unknown>} */
  const json = {};
  try {
    if (!options.json) {
      console.log(`errata bench · ${machine.date} · Node ${machine.node} · ${machine.cpu}\n`);
    }
    for (const name of options.suites) {
      const suite = await SUITES[name]?.load();
      const report = await suite?.run({
        quick: options.quick,
        seconds: options.seconds,
        signal: interrupt.signal,
        progress: (text) => progress.show(`${name}: ${text}`),
      });
      progress.clear();
      if (report === undefined) continue;
      Object.assign(json, report.json);
      if (!options.json) console.log(report.text);
    }
    if (options.json) console.log(JSON.stringify({ ...json, machine }));
  } catch (error) {
    progress.clear();
    if (!interrupt.signal.aborted) throw error;
    // Ctrl-C: half a run proves nothing, so nothing is printed.
    process.exitCode = 130;
  }
}

try {
  await main();
} catch (error) {
  const expected = error instanceof UsageError;
  console.error(expected ? `bench: ${error.message}` : error);
  process.exitCode = expected ? 2 : 1;
}

// Mutation testing: changes one thing in a source file, runs the tests beside it, and reports the changes that no test
// noticed. Sources stay as they are: a mutant exists only in the memory of the process that runs the tests.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findJustification, findStale, JUSTIFIED } from './mutate/justified.js';
import { mutantsOf } from './mutate/mutants.js';

/** @typedef {import('./mutate/mutants.js').Mutant & { file: string }} Mutant */
/** @typedef {import('./mutate/runner.js').Outcome} Outcome */
/** @typedef {{ name: string, tests: string[], mutants: Mutant[], all: Mutant[] }} Part */
/** @typedef {{ name: string, total: number, killed: number, timedOut: number, justified: number, survived: number }} Row */

const CORE = 'packages/core/src';
/** @type {readonly { name: string, source: string, tests: string[] }[]} */
const PARTS = [
  { name: 'codec', source: 'codec', tests: ['codec/**/*.test.ts'] },
  {
    name: 'redaction',
    source: 'fault/redaction',
    tests: ['fault/{redaction/**/,redact-}*.test.ts'],
  },
  { name: 'in-flight', source: 'server/in-flight.ts', tests: ['server/**/*.test.ts'] },
  { name: 'classify', source: 'fault/classify', tests: ['fault/classify/**/*.test.ts'] },
  { name: 'contract', source: 'contract', tests: ['contract/**/*.test.ts'] },
];

const HELP = `npm run mutate -- [part or file ...] [options]

Changes the source in one place at a time and runs the tests beside it. A change that no test notices has survived.
scripts/mutate/justified.js lists changes that no test can notice, each with the reason: they are counted, and not shown.

  npm run mutate                        a sample of every part
  npm run mutate -- codec               one part: ${PARTS.map(({ name }) => name).join(', ')}
  npm run mutate -- codec/id.ts         every mutant of a file
  npm run mutate -- codec/id.ts:30      every mutant of a line

  --sample N   mutants per part (default: 50)
  --all        every mutant; takes hours
  --seed N     which ones are in the sample (default: 1)
  --jobs N     processes that run tests (default: one less than there are cores)`;

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const settings = readSettings();
/** @type {Set<import('node:child_process').ChildProcess>} */
const runners = new Set();
let interrupted = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    interrupted = true;
    for (const runner of runners) runner.kill('SIGKILL');
  });
}

const rows = [];
for (const part of settings.parts) {
  if (!interrupted) rows.push(await runPart(part));
}
report(rows);
if (interrupted) process.exitCode = 130;

function readSettings() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        sample: { type: 'string', default: '50' },
        all: { type: 'boolean', default: false },
        seed: { type: 'string', default: '1' },
        jobs: { type: 'string', default: String(Math.max(1, availableParallelism() - 1)) },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      console.log(HELP);
      process.exit();
    }
    const seed = toCount('seed', values.seed);
    const sample = values.all ? Infinity : toCount('sample', values.sample);
    const names = positionals.length > 0 ? positionals : PARTS.map(({ name }) => name);
    const parts = names.map((name) => selectPart(name, sample, seed));
    return { parts, sample, seed, jobs: toCount('jobs', values.jobs) };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
    process.exit(2);
  }
}

/** @param {string} option @param {string} text */
function toCount(option, text) {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${option} takes a number from 1 on`);
  return Number(text);
}

/**
 * @param {string} name a part, a file, or a file and a line
 * @param {number} sample
 * @param {number} seed
 * @returns {Part}
 */
function selectPart(name, sample, seed) {
  const [path = '', line] = name.split(':');
  for (const part of PARTS) {
    const { source, tests } = part;
    const folder = `${CORE}/${source}`;
    const sources = source.endsWith('.ts')
      ? [folder]
      : readdirSync(folder)
          .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
          .map((file) => `${folder}/${file}`);
    const whole = part.name === name;
    const files = whole ? sources : sources.filter((file) => `/${file}`.endsWith(`/${path}`));
    if (files.length === 0) continue;
    const all = files.sort().flatMap((file) =>
      mutantsOf(file, readFileSync(file, 'utf8'))
        .filter((mutant) => line === undefined || mutant.line === Number(line))
        .map((mutant) => ({ file, ...mutant })),
    );
    if (all.length === 0) throw new Error(`there is nothing to change in ${name}`);
    const mutants = whole ? shuffle(all, seed).slice(0, sample) : all;
    const patterns = tests.map((pattern) => `${CORE}/${pattern}`);
    return { name, tests: patterns, mutants, all };
  }
  throw new Error(`${name} is neither a part nor a source file of one`);
}

/**
 * The same order for the same seed.
 * @template T
 * @param {readonly T[]} list
 * @param {number} seed
 */
function shuffle(list, seed) {
  let state = seed;
  const random = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return list
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** @param {Part} part */
async function runPart({ name, tests, mutants, all }) {
  /** @type {Row} */
  const row = { name, total: all.length, killed: 0, timedOut: 0, justified: 0, survived: 0 };
  /** @type {Mutant[]} */
  const killed = [];
  const first = await startRunner({ tests, testTimeout: 180_000, order: [] });
  const plain = await ask(first, undefined, 600_000);
  first.kill('SIGKILL');
  if (plain === 'ended' || plain === 'late' || plain.failed !== undefined) {
    if (interrupted) return row;
    console.error(`The tests of ${name} fail without a mutant: ${JSON.stringify(plain)}`);
    process.exit(1);
  }
  // Generous, because the machine may be busier than it was for the first run.
  const testTimeout = Math.round(3_000 + 5 * plain.slowest);
  const patience = 10_000 + 5 * plain.milliseconds;
  const queue = mutants.values();

  const work = async () => {
    /** @type {import('node:child_process').ChildProcess | undefined} */
    let runner;
    for (const mutant of queue) {
      if (interrupted) break;
      if (runner?.connected !== true) {
        runner = await startRunner({ tests, testTimeout, order: plain.order });
      }
      const task = { file: `${root}${mutant.file}`, text: mutant.text };
      let outcome = await ask(runner, task, patience);
      if (outcome === 'ended' && !interrupted) {
        // Out of memory, by this mutant or after many of them? A fresh process tells.
        runner = await startRunner({ tests, testTimeout, order: plain.order });
        outcome = await ask(runner, task, patience);
      }
      if (interrupted) break;
      if (outcome === 'late') {
        row.timedOut++;
        killed.push(mutant);
        runner.kill('SIGKILL');
        await once(runner, 'exit');
      } else if (outcome === 'ended' || outcome.failed !== undefined) {
        row.killed++;
        killed.push(mutant);
      } else if (findJustification(JUSTIFIED, mutant) !== undefined) {
        row.justified++;
      } else {
        row.survived++;
        showSurvivor(mutant);
      }
      showProgress(row, mutants.length);
    }
    runner?.kill('SIGKILL');
  };
  await Promise.all(Array.from({ length: Math.min(settings.jobs, mutants.length) }, work));
  // Some mutants of a file that is run by its line are not in the list.
  if (!interrupted && !/:\d+$/.test(name)) showStale(findStale(JUSTIFIED, all, killed));
  return row;
}

/** @param {import('./mutate/runner.js').Setup} setup */
async function startRunner(setup) {
  const runner = fork(new URL('mutate/runner.js', import.meta.url), [JSON.stringify(setup)], {
    // A mutant may collect without end.
    execArgv: ['--max-old-space-size=1024'],
    // What a mutant makes V8 say is of no use; why the tests fail without one is said by `npm test`.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  runners.add(runner);
  runner.once('exit', () => runners.delete(runner));
  runner.on('error', () => {}); // a message to a process that has just ended; its end is noticed anyway
  await Promise.race([once(runner, 'message'), once(runner, 'exit')]);
  return runner;
}

/**
 * @param {import('node:child_process').ChildProcess} runner
 * @param {import('./mutate/runner.js').Task | undefined} task
 * @param {number} patience
 * @returns {Promise<Outcome | 'ended' | 'late'>}
 */
function ask(runner, task, patience) {
  return new Promise((resolve) => {
    const settle = (/** @type {Outcome | 'ended' | 'late'} */ outcome) => {
      clearTimeout(timer);
      runner.off('message', settle);
      runner.off('exit', ended);
      resolve(outcome);
    };
    const ended = () => settle('ended');
    const timer = setTimeout(() => settle('late'), patience);
    runner.once('message', settle);
    runner.once('exit', ended);
    if (runner.connected) runner.send({ task });
    else ended();
  });
}

/** @param {Mutant} mutant */
function showSurvivor({ file, line, kind, before, after }) {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(`${file}:${line} survived (${kind})\n  - ${before}\n  + ${after}`);
}

/** @param {readonly import('./mutate/justified.js').Stale[]} stale */
function showStale(stale) {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  for (const { file, after, problem } of stale) {
    console.log(`scripts/mutate/justified.js is stale: ${problem}\n  ${file}\n  + ${after}`);
  }
}

/** @param {Row} row @param {number} of */
function showProgress({ name, killed, timedOut, justified, survived }, of) {
  if (!process.stderr.isTTY) return;
  const tried = killed + timedOut + justified + survived;
  process.stderr.write(`\r\x1b[K${name}: ${tried} of ${of}, ${survived} survived`);
}

/** @param {Row[]} rows */
function report(rows) {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const line = (/** @type {readonly (string | number)[]} */ [name = '', ...rest]) =>
    [String(name).padEnd(width), ...rest.map((cell) => String(cell).padStart(10))].join('');
  console.log(
    `\n${line(['part', 'mutants', 'tried', 'killed', 'timed out', 'justified', 'survived', 'score'])}`,
  );
  for (const { name, total, killed, timedOut, justified, survived } of rows) {
    const found = killed + timedOut;
    const tried = found + justified + survived;
    // A mutant that no test can notice says nothing about the tests.
    const score =
      found + survived === 0 ? '-' : `${((100 * found) / (found + survived)).toFixed(0)} %`;
    console.log(line([name, total, tried, killed, timedOut, justified, survived, score]));
  }
  console.log(`\nseed ${settings.seed}${interrupted ? ', interrupted' : ''}`);
}

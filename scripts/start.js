// `npm start`: what a model reads of a small server, bare and behind guard; then `errata check` on both.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CASES, checkTargets, parseTarget } from '@errata/check';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { findingsOf, gradeOf } from '../packages/check/dist/report/findings.js';
import { wrap } from '../packages/cli/dist/output/wrap.js';
import { untilInterrupted } from '../packages/cli/dist/running.js';
import { createProgressLine, createTerminal } from '../packages/cli/dist/terminal.js';

/** @typedef {import('@errata/check').TargetReport} Checked */

const SERVER = 'examples/shop-server.js';
const SIDES = [
  { name: 'bare', args: [SERVER] },
  { name: 'guarded', args: [SERVER, '--guard'] },
];

/** Calls that fail in both shops. */
const CALLS = [
  { title: 'The article is sold out.', arguments: { article: 'umbrella', quantity: 1 } },
  { title: 'The model sends a wrong quantity.', arguments: { article: 'hat', quantity: 0 } },
  { title: 'The database is down.', arguments: { article: 'hat', quantity: 1 } },
];

/** The doors of the README. */
const DOORS = {
  'I have a TypeScript server': ['npm i @errata/mcp'],
  'I have any server': [
    'npm i -D @errata/cli',
    'npm exec --no -- errata check -- node my-server.mjs',
  ],
  'I write a new one': ['npm i @errata/kit @errata/core'],
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const terminal = createTerminal(process);
const { out, columns, colors } = terminal;

/** Cases whose ids begin with a word of the command line; default: all. The test of this script runs a few. */
const chosen = process.argv.slice(2);
const cases = CASES.filter(
  ({ id }) => chosen.length === 0 || chosen.some((start) => id.startsWith(start)),
);
if (cases.length === 0) throw new TypeError(`no case begins with ${chosen.join(' or ')}`);

const { value, interrupted } = await untilInterrupted(async (signal) => {
  try {
    const texts = await Promise.all(SIDES.map(({ args }) => readTexts(args, signal)));
    out(`${models(texts).join('\n')}\n`);
    return await checkBoth(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  }
});
if (interrupted !== undefined) process.exitCode = interrupted;
else if (value !== undefined) {
  out(`${[...compare(value), '', ...doors()].join('\n')}\n`);
}

/**
 * Both servers at the same time.
 * @param {AbortSignal} signal
 */
function checkBoth(signal) {
  const seconds = chosen.length === 0 ? ' (about 20 s)' : '';
  out(`${colors.bold(`errata check: ${SERVER}, bare and with guard(server)`)}${seconds}\n`);
  const line = createProgressLine(terminal);
  const done = SIDES.map(() => 0);
  let next = 0;
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const checks = SIDES.map(async ({ args }, side) => {
    const report = await checkTargets([parseTarget(`node ${args.join(' ')}`)], {
      ...{ cases, signal, version, allowTools: ['order'], env: process.env, date: new Date() },
      onProgress(progress) {
        done[side] = Math.floor((100 * progress.done) / progress.total);
        // A log gets a line for each quarter.
        if (!terminal.interactive && Math.min(...done) < next) return;
        next = Math.min(...done) + 25;
        line.show(SIDES.map(({ name }, each) => `${name} ${done[each]} %`).join('   '));
      },
    });
    return /** @type {Checked} */ (report.targets[0]);
  });
  return Promise.all(checks).finally(() => line.clear());
}

/**
 * What the model reads of each call.
 * @param {string[]} args
 * @param {AbortSignal} signal
 */
async function readTexts(args, signal) {
  signal.throwIfAborted();
  const client = new Client({ name: 'start', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }),
  );
  try {
    const texts = [];
    for (const call of CALLS) {
      const { content } = await client.callTool({ name: 'order', arguments: call.arguments });
      texts.push(content[0]?.type === 'text' ? content[0].text : '');
    }
    return texts;
  } finally {
    await client.close();
  }
}

/**
 * A line per finding, the marks of both servers side by side.
 * @param {Checked[]} checked
 */
function compare(checked) {
  const marks = { fail: colors.red('✗'), warn: colors.yellow('!'), pass: colors.green('✓') };
  const sides = checked.map(
    ({ eras }) => new Map(eras.flatMap(({ results }) => results).map((one) => [one.id, one])),
  );
  // The worst first, as in the report.
  const found = new Map(
    checked.flatMap((side) =>
      findingsOf(side, ['fail', 'warn']).map(({ first }) => [first.id, first.requirement]),
    ),
  );
  const rows = [...found].map(([id, requirement]) => {
    const [bare, guarded] = sides.map(
      (side) => marks[/** @type {keyof typeof marks} */ (side.get(id)?.verdict)] ?? '–',
    );
    const [first, ...rest] = wrap(requirement, columns - 15);
    return [
      `  ${bare}      ${guarded}     ${first}`,
      ...rest.map((each) => ' '.repeat(15) + each),
    ].join('\n');
  });
  const both = cases.filter(({ id }) => sides.every((side) => side.get(id)?.verdict === 'pass'));
  const grades = checked.flatMap((side) => gradeOf(side) ?? []).map(colors.bold);
  return [
    '',
    colors.dim(' bare  guarded'),
    // A part of the cases gives no grade.
    ...(grades.length === checked.length
      ? [`  ${grades.join('      ')}     ${colors.bold('grade')}`]
      : []),
    ...rows,
    colors.dim(`               and ${both.length} cases that both pass`),
    colors.dim('  ✗ breaks a MUST   ! breaks a SHOULD   ✓ keeps it'),
  ];
}

/** @param {string[][]} texts */
function models([before = [], after = []]) {
  return [
    colors.bold('What the model reads'),
    ...CALLS.flatMap(({ title }, at) => [
      `  ${title}`,
      ...quoted('before', before[at] ?? ''),
      ...quoted('after', after[at] ?? ''),
      '',
    ]),
  ];
}

/**
 * @param {string} label
 * @param {string} text
 */
function quoted(label, text) {
  const lines = text.split('\n').flatMap((line) => wrap(line, columns - 14));
  return lines.map((line, at) => `    ${colors.dim((at === 0 ? label : '').padEnd(8))}${line}`);
}

function doors() {
  return [
    `${colors.bold('Three doors')} (not on npm yet: see docs/installing.md)`,
    ...Object.entries(DOORS).flatMap(([title, commands]) => [
      `  ${title}`,
      ...commands.map((command) => `    ${colors.cyan(command)}`),
    ]),
  ];
}

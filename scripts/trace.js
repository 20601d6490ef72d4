// Prints which files and functions of ours one failing request goes through, per path.
import { parseArgs } from 'node:util';
import { PATHS, trace } from './trace/trace.js';

/** @typedef {import('./trace/trace.js').Trace} Trace */

const WIDTH = 80;

const HELP = `npm run trace -- [path ...] [options]

Sends one failing tools/call and lists the files and functions that it enters,
in order of first entry. Only our own sources are counted, in a build of their
own with a counter in every function. A request before it is not counted.

${PATHS.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`).join('\n')}

  --json   the traces as JSON, with the replies
  --help   this text

A function without a name is shown as the function around it and its line.`;

const { json, names } = readArguments();
const traces = await trace(names);
console.log(
  json ? JSON.stringify(traces, null, 2) : [summary(traces), ...traces.map(describe)].join('\n\n'),
);

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      console.log(HELP);
      process.exit();
    }
    const known = PATHS.map(({ name }) => name);
    const unknown = positionals.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`unknown path ${unknown}`);
    return { json: values.json, names: positionals.length > 0 ? positionals : known };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
    process.exit(2);
  }
}

/** @param {readonly Trace[]} traces */
function summary(traces) {
  const line = (/** @type {readonly (string | number)[]} */ [name = '', ...cells]) =>
    String(name).padEnd(14) + cells.map((cell) => String(cell).padStart(9)).join('');
  return [
    line(['path', 'files', 'goal', 'calls', 'goal']),
    ...traces.map(({ name, files, calls, goal }) =>
      line([name, files.length, goal?.files ?? '-', calls, goal?.calls ?? '-']),
    ),
  ].join('\n');
}

/** @param {Trace} trace */
function describe({ name, about, files, calls }) {
  const head = `${name}: ${about}\n${files.length} files, ${calls} calls`;
  return [head, '', ...files.flatMap(describeFile)].join('\n');
}

/** @param {Trace['files'][number]} entry */
function describeFile({ file, calls, functions }) {
  const words = functions.map(({ name, calls: count }) => (count > 1 ? `${name} ×${count}` : name));
  return [`${String(calls).padStart(5)}  ${shortPath(file)}`, ...wrap(words.join(', '), 9)];
}

/** As docs/architecture.md writes it. @param {string} file */
function shortPath(file) {
  return file.replace(/^packages\/([\w-]+)\/src\//, '$1/');
}

/** @param {string} text @param {number} indent */
function wrap(text, indent) {
  const lines = [''];
  for (const word of text.split(/(?<=,) /)) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (indent + last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => ' '.repeat(indent) + line);
}

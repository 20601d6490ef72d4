// docs/pictures/check.svg: what `errata check` prints about the server of the README, and about the same server with the line of guard.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createTerminal, runCli } from '../packages/cli/dist/index.js';

const FOLDER = 'examples/.picture';
const LINES = 30;
const COLUMNS = 80;
const WIDTH = 6.6;
const HEIGHT = 15;
const PAD = 14;

/** @type {Record<string, string>} */
const CLASSES = { 1: 'b', 2: 'd', 31: 'r', 32: 'g', 33: 'y', 36: 'c' };

const guarded = readFileSync('examples/guarded-server.js', 'utf8');
const bare = guarded.replace(/^(guard\(|import \{ guard).*\n/gm, '');
const panels = [
  { title: 'before', lines: await check(bare) },
  { title: 'after: guard(server)', lines: await check(guarded) },
];

const panelWidth = COLUMNS * WIDTH + 2 * PAD;
const height = (LINES + 1) * HEIGHT + 3 * PAD;
mkdirSync('docs/pictures', { recursive: true });
writeFileSync(
  'docs/pictures/check.svg',
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * panelWidth + PAD} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="11" xml:space="preserve">`,
    '<title>errata check on a server, and on the same server behind guard</title>',
    '<style>text { fill: #d8dee4; white-space: pre } .b { font-weight: bold } .d { fill: #8d96a0 } .r { fill: #ff7b72 } .g { fill: #56d364 } .y { fill: #e3b341 } .c { fill: #79c0ff }</style>',
    ...panels.map(({ title, lines }, index) => draw(title, lines, index * (panelWidth + PAD))),
    '</svg>\n',
  ].join('\n'),
);

/**
 * The first lines of the report, with the colors of a terminal.
 * @param {string} code
 */
async function check(code) {
  mkdirSync(FOLDER, { recursive: true });
  try {
    writeFileSync(`${FOLDER}/my-server.mjs`, code);
    let out = '';
    const stdout = {
      /** @param {string} text */
      write: (text) => (out += text),
      isTTY: true,
      columns: COLUMNS,
    };
    const terminal = createTerminal({ stdout, stderr: { write: () => true }, env: {} });
    const argv = ['check', '--call', 'order', '--cwd', FOLDER, '--', 'node', 'my-server.mjs'];
    const status = await runCli(argv, terminal);
    if (status > 1) throw new Error(`errata check ended with ${status}`);
    const lines = out.trimEnd().split('\n');
    return lines.length > LINES ? [...lines.slice(0, LINES - 1), '…'] : lines;
  } finally {
    rmSync(FOLDER, { recursive: true, force: true });
  }
}

/**
 * @param {string} title
 * @param {readonly string[]} lines
 * @param {number} x
 */
function draw(title, lines, x) {
  const rows = lines.map((line, row) => {
    const y = 2 * PAD + (row + 2) * HEIGHT - 4;
    return `<text x="${x + PAD}" y="${y}">${colored(line)}</text>`;
  });
  return [
    `<rect x="${x}" y="0" width="${panelWidth}" height="${height}" rx="8" fill="#161b22"/>`,
    `<text class="b" x="${x + PAD}" y="${PAD + 10}">${escape(title)}</text>`,
    ...rows,
  ].join('\n');
}

/**
 * The colors of a terminal as those of a picture.
 * @param {string} line
 */
function colored(line) {
  /** @type {Set<string>} */
  const on = new Set();
  return line.split(/(\u001b\[\d+m)/).reduce((text, part) => {
    const [, code] = /\[(\d+)m$/.exec(part) ?? [];
    if (code === undefined || !part.startsWith('\u001b')) {
      return on.size === 0 || part === ''
        ? text + escape(part)
        : `${text}<tspan class="${[...on].join(' ')}">${escape(part)}</tspan>`;
    }
    if (code === '0') on.clear();
    else if (code === '22') ['b', 'd'].forEach((one) => on.delete(one));
    else if (code === '39') ['r', 'g', 'y', 'c'].forEach((one) => on.delete(one));
    else if (CLASSES[code] !== undefined) on.add(CLASSES[code]);
    return text;
  }, '');
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

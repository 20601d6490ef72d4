import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createTerminal, runCli } from '../packages/cli/dist/index.js';

/**
 * Makes the pictures of docs/check.md: the report on a bare server of SDK v1, on a terminal of 80 columns and as a web page.
 * `npm run build && npm run picture`; needs Chromium (`apt-get install chromium`).
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'errata-screens-'));
const images = join(root, 'docs/images');
mkdirSync(images, { recursive: true });

const page = join(folder, 'report.html');
let printed = '';
const stdout = {
  /** @param {string} text */
  write: (text) => (printed += text),
  isTTY: true,
  columns: 80,
};
const target = ['--', 'node', 'test/peers/fixtures/bare-server.js', 'v1', 'stdio'];
process.chdir(root);
const shell = createTerminal({ stdout, stderr: { write: () => true }, env: {} });
const status = await runCli(['check', '--html', page, ...target], shell);
if (status !== 1) throw new Error(`errata check ended with ${status}`);

/** @type {Record<string, string>} */
const STYLES = {
  1: 'font-weight:bold',
  2: 'color:#8d96a0',
  31: 'color:#ff7b72',
  32: 'color:#56d364',
  33: 'color:#e3b341',
  36: 'color:#79c0ff',
};

/**
 * The colors of a terminal as those of a page. Colors can be inside of bold text, so each end closes all and opens the rest again.
 * @param {string} text
 */
function colored(text) {
  /** @type {Set<string>} */
  const on = new Set();
  return text.split(/(\u001b\[\d+m)/).reduce((html, part) => {
    const [, code] = /^\u001b\[(\d+)m$/.exec(part) ?? [];
    if (code === undefined) {
      const style = [...on].map((each) => STYLES[each]).join(';');
      const escaped = part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return html + (style === '' ? escaped : `<span style="${style}">${escaped}</span>`);
    }
    if (code === '22') ['1', '2'].forEach((each) => on.delete(each));
    else if (code === '39') ['31', '32', '33', '36'].forEach((each) => on.delete(each));
    else if (STYLES[code] !== undefined) on.add(code);
    return html;
  }, '');
}

/** The report up to the end of its third finding: each begins after an empty line. */
const report = printed.split('\n\n').slice(0, 7).join('\n\n');
const terminal = join(folder, 'terminal.html');
writeFileSync(
  terminal,
  `<!doctype html><meta charset="utf-8"><body style="margin:0;background:#15181d;color:#dde3ea"><pre style="margin:12px;font:13px/18px 'DejaVu Sans Mono',monospace;width:80ch">${colored(report)}</pre>`,
);
const height = report.split('\n').length * 18 + 24;

/** @type {readonly (readonly [name: string, file: string, size: string, flags: readonly string[]])[]} */
const SCREENS = [
  ['check-terminal', terminal, `680,${height}`, []],
  ['check-wide', page, '1200,1000', []],
  ['check-narrow', page, '500,1000', []],
  [
    'check-dark',
    page,
    '1200,700',
    ['--force-dark-mode', '--blink-settings=preferredColorScheme=0'],
  ],
];

for (const [name, file, size, flags] of SCREENS) {
  const image = join(images, `${name}.png`);
  execFileSync(
    'chromium',
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      `--window-size=${size}`,
      `--screenshot=${image}`,
      ...flags,
      `file://${file}`,
    ],
    { stdio: 'ignore', timeout: 60_000 },
  );
  process.stdout.write(`${name}.png: ${readFileSync(image).length} bytes\n`);
}
rmSync(folder, { recursive: true, force: true });

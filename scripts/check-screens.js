import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Makes the pictures of docs/check.md: the report on a bare server of SDK v1, on a terminal of 80 columns and as a web page.
 * `npm run build && node scripts/check-screens.js`; needs Chromium (`apt-get install chromium`).
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'errata-screens-'));
const images = join(root, 'docs/images');
mkdirSync(images, { recursive: true });

const page = join(folder, 'report.html');
const target = ['--', 'node', 'test/peers/fixtures/bare-server.js', 'v1', 'stdio'];
const { stdout } = spawnSync(
  process.execPath,
  ['packages/cli/bin/errata.js', 'check', '--html', page, ...target],
  { cwd: root, encoding: 'utf8', env: { ...process.env, COLUMNS: '80', FORCE_COLOR: '0' } },
);

/** The first screens of the terminal report, as it is. */
const terminal = join(folder, 'terminal.html');
const escaped = stdout
  .split('\n')
  .slice(0, 64)
  .join('\n')
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;');
writeFileSync(
  terminal,
  `<!doctype html><meta charset="utf-8"><body style="margin:0;background:#15181d;color:#dde3ea"><pre style="margin:12px;font:13px/1.35 'DejaVu Sans Mono',monospace;width:80ch">${escaped}</pre>`,
);

/** @type {readonly (readonly [name: string, file: string, size: string, flags: readonly string[]])[]} */
const SCREENS = [
  ['check-terminal', terminal, '680,1160', []],
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

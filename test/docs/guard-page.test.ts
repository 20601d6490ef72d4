import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const run = (ERRATA_DEV: string) =>
  spawnSync(process.execPath, ['examples/what-guard-changes.js'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ERRATA_DEV },
  });

it('docs/guard.md shows what its example prints', () => {
  const page = readFileSync(`${ROOT}/docs/guard.md`, 'utf8');
  const { stdout } = run('0');
  expect(page).toContain(stdout.trim().replaceAll(/corr-[0-9a-f]{16}/g, 'corr-…'));
});

it.each([
  ['1', 3],
  ['0', 0],
  // In one line each, because stderr is no terminal here.
  ['', 3],
])('with ERRATA_DEV=%j, stderr has %d masked exceptions', (value, count) => {
  const { stderr } = run(value);
  expect(stderr.match(/^errata: masked in tool close, the client got/gm) ?? []).toHaveLength(count);
  expect(stderr).not.toContain('hunter2');
  expect(stderr.includes('\n    at ')).toBe(value === '1');
});

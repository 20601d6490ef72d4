import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('npm start finds nothing wrong with the guarded server', () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { status, stdout } = spawnSync('npm', ['start', '--silent'], { cwd, encoding: 'utf8' });
  expect(status).toBe(0);
  const marks = [...stdout.matchAll(/^ {2}(\S) {6}(\S) {5}\S/gm)].map(([, ...both]) =>
    both.join(''),
  );
  expect(stdout).toMatch(/^ {2}F {6}A {5}grade$/m);
  expect(marks.length).toBeGreaterThan(8);
  expect(marks[0]).toBe('FA');
  expect(marks.slice(1).filter((both) => !/^[✗!]✓$/.test(both))).toEqual([]);
  expect(stdout).toMatch(/and 1\d\d cases that both pass/);
  // A leak is the worst, and an id that hardly any client sends the least of the failures.
  const failed = [...stdout.matchAll(/^ {2}✗ {6}✓ {5}(\S.*)$/gm)].map(([, text]) => text);
  expect(failed[0]).toBe('A failure shows no passwords, keys or tokens.');
  expect(failed.at(-1)).toContain('beyond 2^53');
});

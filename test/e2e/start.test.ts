import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start` with a few of its cases: all of them take 20 seconds, and `start.drill.ts` runs them. */
function start(...cases: string[]) {
  const child = spawn(process.execPath, ['scripts/start.js', ...cases], { cwd: ROOT });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  return { child, ended };
}

describe('npm start', () => {
  it('shows what the model reads, compares a server before and after guard, and ends with the doors of the README', async () => {
    const { code, out, err } = await start('errata/leaks').ended;
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('guarded 100 %') });
    // Only all of the cases give a grade; `start.drill.ts` has both.
    expect(out).not.toContain('grade');
    expect(out).toMatch(/^ {2}✗ {6}✓ {5}A failure shows no passwords/m);
    expect(out).toContain('before  connect ECONNREFUSED postgres://admin:hunter2@db.internal\n');
    expect(out).toMatch(/ {4}after {3}UNEXPECTED: Unexpected server error\./);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    const readme = readFileSync(`${ROOT}/README.md`, 'utf8');
    const [, list = ''] = out.split('Three doors');
    const doors = [...list.matchAll(/^ {2}(\S.*)\n((?: {4}\S.*\n)+)/gm)];
    expect(doors).toHaveLength(3);
    for (const [, title, commands = ''] of doors) {
      expect(readme).toContain(`### ${title}\n`);
      expect(readme).toContain(`\n${commands.replaceAll(/^ {4}/gm, '')}`);
      expect(commands).toMatch(/^ {4}npm i /);
    }
    const order = ['What the model reads', 'errata check: ', '✗ breaks a MUST', 'Three doors'];
    const places = order.map((text) => out.indexOf(text));
    expect(places).toEqual(places.filter((at) => at >= 0).sort((a, b) => a - b));
  });

  it('ends with its servers at Ctrl-C, and prints no half result', async () => {
    const { child, ended } = start();
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    // `close` comes when the servers have closed the output that they inherited, too.
    const { code, out } = await ended;
    expect(code).toBe(130);
    expect(out).not.toContain('grade');
  });
});

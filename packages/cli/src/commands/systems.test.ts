import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../testing/run.js';

const folder = mkdtempSync(join(tmpdir(), 'errata-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('errata serve, sim and prove', () => {
  it.each([
    [['serve', '--help'], 'routeros'],
    [['serve', 'routeros', '--help'], '--trust-everybody'],
    [['sim', 'routeros', '--help'], '--devices <n>'],
    [['prove', '--help'], '--transport <name...>'],
  ])('%j tells what there is', async (argv, text) => {
    const { code, out } = await run(argv);
    expect(code).toBe(0);
    expect(out).toContain(text);
    const wide = out.split('\n').filter((line) => line.length > 80);
    expect(wide).toEqual([]);
  });

  it.each([
    [['serve', 'routers'], "unknown command 'routers'"],
    [['serve', 'routeros', '--stdio', '--http'], 'choose one'],
    [['serve', 'routeros', '--port', '3000'], '--port goes with --http'],
    [['serve', 'routeros', '--trust-everybody'], '--trust-everybody goes with --http'],
    [['serve', 'routeros', '--http', '--port', 'x'], '--port takes a number from 0 to 65535'],
    [['serve', 'routeros', '--http', '--port', '70000'], 'not "70000"'],
    [['serve', 'routeros', '--environment', 'labs'], 'there is no environment "labs"'],
    [['serve', 'routeros', '--plan-life', '-1'], '--plan-life takes a number from 0 on'],
    [['sim', 'routeros', '--devices', '1000'], '--devices takes a number from 0 to 250'],
    [['prove', 'router'], 'there is no system "router"'],
    [['prove', 'routeros', '--reason', 'TIMEOUTS'], 'there is no reason TIMEOUTS'],
  ])('answers %j with what is wrong', async (argv, message) => {
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it.each([
    [['--http'], 'needs the issuer of the tokens'],
    [['--http', '--trust-everybody', '--host', '0.0.0.0'], 'on loopback only, not on 0.0.0.0'],
    [
      ['--http', '--issuer', 'https://login.example.org'],
      'with a free port the service cannot know its URL',
    ],
    [['--database', 'mysql://x/y'], 'sqlite:'],
  ])('does not start with %j, and says why', async (argv, message) => {
    const { code, err } = await run([
      ...['serve', 'routeros', '--no-journal', '--key-file', join(folder, 'key')],
      ...argv,
    ]);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(readdirSync(folder).filter((name) => name !== 'key')).toEqual([]);
  });

  it('does not start with a key file that others can read', async () => {
    const { code, err } = await run([
      ...['serve', 'routeros', '--no-journal', '--key-file', '/etc/hostname'],
    ]);
    expect(code).toBe(1);
    expect(err).toContain('/etc/hostname');
  });
});

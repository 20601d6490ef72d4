import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from '../testing/run.js';

const folder = mkdtempSync(join(tmpdir(), 'errata-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('errata serve, sim and prove', () => {
  it.each([
    [['serve', '--help'], 'routeros'],
    [['serve', 'routeros', '--help'], '--trust-everybody'],
    [['sim', 'routeros', '--help'], '--devices <n>'],
    [['serve', 'routeros', '--help'], 'Exit code 1: it could not start'],
    [['prove', '--help'], '--transport <name...>'],
  ])('%j tells what there is', async (argv, text) => {
    const { code, out } = await run(argv);
    expect(code).toBe(0);
    expect(out).toContain(text);
    const wide = out.split('\n').filter((line) => line.length > 80);
    expect(wide).toEqual([]);
  });

  it.each([
    [['serve', 'engram'], 'there is no system "engram"\nOne of: routeros\n'],
    [['serve', 'routers'], 'did you mean routeros?'],
    [['sim', 'engram'], 'One of: routeros\n'],
    [['serve', 'routeros', '--stdio', '--http'], 'choose one'],
    [['serve', 'routeros', '--port', '3000'], '--port goes with --http'],
    [['serve', 'routeros', '--trust-everybody'], '--trust-everybody goes with --http'],
    [['serve', 'routeros', '--http', '--port', 'x'], '--port takes a whole number from 0 to 65535'],
    [['serve', 'routeros', '--http', '--port', '70000'], 'not "70000"'],
    [['serve', 'routeros', '--environment', 'labs'], 'there is no environment "labs"'],
    [['serve', 'routeros', '--http'], '--http needs --issuer <url>'],
    [['serve', 'routeros', '--http', '--port', '3000'], '--trust-everybody'],
    ...['0', '-1', ''].flatMap((seconds) =>
      ['--plan-life', '--request-timeout'].map((option): [string[], string] => [
        ['serve', 'routeros', option, seconds],
        `errata: ${option} takes a number of seconds above 0, not "${seconds}"\n`,
      ]),
    ),
    ...['0', 'two', '1.5', '251', '1000'].map((count): [string[], string] => [
      ['sim', 'routeros', '--devices', count],
      `errata: --devices takes a whole number from 1 to 250, not "${count}"\n`,
    ]),
    [['prove', 'router'], 'there is no system "router"'],
    [['prove', 'routeros', '--reason', 'TIMEOUTS'], 'there is no reason TIMEOUTS'],
  ])('answers %j with what is wrong', async (argv, message) => {
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it.each([
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

  it.each([
    ['postgres://errata:hidden@127.0.0.1:1/fleet', 'connect ECONNREFUSED 127.0.0.1:1'],
    [fileURLToPath(import.meta.url), 'file is not a database'],
  ])('says that it is the database that does not open: %s', async (database, why) => {
    const { code, err } = await run([
      ...['serve', 'routeros', '--no-journal', '--key-file', join(folder, 'key')],
      ...['--database', database],
    ]);
    expect({ code, err }).toEqual({ code: 1, err: `errata: cannot open the database: ${why}\n` });
  });

  it('does not start with a key file that others can read', async () => {
    const { code, err } = await run([
      ...['serve', 'routeros', '--no-journal', '--key-file', '/etc/hostname'],
    ]);
    expect(code).toBe(1);
    expect(err).toContain('/etc/hostname');
  });
});

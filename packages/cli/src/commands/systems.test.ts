import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { useFolder } from '@errata/testing/lifetime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../testing/run.js';

const folder = useFolder();

beforeEach(() => void vi.stubEnv('ERRATA_ENGRAM_TOKEN', ''));
afterEach(() => void vi.unstubAllEnvs());

describe('errata serve, sim and prove', () => {
  it.each([
    [['serve', '--help'], 'routeros'],
    [['serve', '--help'], 'engram'],
    [['serve', '--help'], 'erlmcp'],
    [['serve', 'erlmcp', '--help'], '--max-message-bytes <n>'],
    [['serve', 'erlmcp', '--help'], 'docs/systems/erlmcp.md'],
    [['serve', 'engram', '--help'], '--tokens <file>'],
    [['serve', 'engram', '--help'], 'reject, degrade, auto_create'],
    [['serve', 'engram', '--help'], 'memory, report, governance, evidence'],
    [['serve', 'engram', '--help'], 'docs/systems/engram.md'],
    ...['TOKEN', 'ADMIN_KEY', 'OPENMEMORY_KEY'].map((name): [string[], string] => [
      ['serve', 'engram', '--help'],
      `ERRATA_ENGRAM_${name} `,
    ]),
    [['sim', '--help'], 'openmemory'],
    [['sim', 'openmemory', '--help'], '--database <file>'],
    [['sim', 'openmemory', '--help'], '$ERRATA_ENGRAM_OPENMEMORY_KEY'],
    [['serve', 'routeros', '--help'], '--trust-everybody'],
    [['sim', 'routeros', '--help'], '--devices <n>'],
    [['serve', 'routeros', '--help'], 'Exit codes: 1 it could not start'],
    [['prove', '--help'], '--transport <name...>'],
    [['prove', '--help'], '--form <name...>'],
    [['prove', '--help'], 'routeros, engram, engram-py, erlmcp, sql-fun'],
  ])('%j tells what there is', async (argv, text) => {
    const { code, out } = await run(argv);
    expect(code).toBe(0);
    expect(out).toContain(text);
  });

  it.each([
    [
      ['serve', 'postgres'],
      'unknown system "postgres"\nOne of: routeros, engram, erlmcp, sql-fun\n',
    ],
    [['serve', 'routers'], 'did you mean routeros?'],
    [['serve', 'engrams'], 'did you mean engram?'],
    [['sim', 'engram'], 'unknown simulator "engram"\nOne of: routeros, openmemory\n'],
    [['sim', 'open-memory'], 'did you mean openmemory?'],
    [['sim', 'openmemory', '--port', '70000'], '--port takes a whole number from 0 to 65535'],
    [['serve', 'routeros', '--stdio', '--http'], 'choose one'],
    [['serve', 'routeros', '--port', '3000'], '--port goes with --http'],
    [['serve', 'routeros', '--trust-everybody'], '--trust-everybody goes with --http'],
    [['serve', 'routeros', '--http', '--port', 'x'], '--port takes a whole number from 0 to 65535'],
    [['serve', 'routeros', '--http', '--port', '70000'], 'not "70000"'],
    [['serve', 'routeros', '--environment', 'labs'], 'unknown --environment "labs"'],
    [['serve', 'routeros', '--http'], '--http needs --issuer <url>'],
    [['serve', 'routeros', '--http', '--port', '3000'], '--trust-everybody'],
    ...['0', '-1', ''].flatMap((seconds) =>
      [
        ['routeros', '--plan-life'],
        ['routeros', '--request-timeout'],
        ['engram', '--openmemory-timeout'],
      ].map(([system, option]): [string[], string] => [
        ['serve', system!, option!, seconds],
        `errata: ${option} takes a number of seconds above 0, not "${seconds}"\n`,
      ]),
    ),
    [['serve', 'engram', '--stdio', '--http'], 'choose one'],
    ...[
      ['--port', '3000'],
      ['--host', '127.0.0.1'],
      ['--tokens', 'tokens'],
      ['--trust-everybody'],
    ].map((flags): [string[], string] => [
      ['serve', 'engram', ...flags],
      `errata: ${flags[0]} goes with --http\n`,
    ]),
    [['serve', 'engram', '--http', '--user', 'alice'], 'errata: --user goes with --stdio\n'],
    [['serve', 'engram', '--http'], '--http needs --tokens <file>'],
    [['serve', 'engram', '--http'], '$ERRATA_ENGRAM_TOKEN'],
    [['serve', 'engram', '--http', '--port', '3000'], 'On loopback only: --trust-everybody'],
    [
      ['serve', 'engram', '--http', '--tokens', 'tokens', '--trust-everybody'],
      '--tokens and --trust-everybody contradict each other',
    ],
    [['serve', 'engram', '--without', 'memory', 'reports'], 'did you mean report?'],
    [['serve', 'engram', '--unknown-actor', 'create'], 'unknown --unknown-actor "create"'],
    [['serve', 'engram', '--lang', 'de'], 'unknown --lang "de"\nOne of: en, zh\n'],
    [['serve', 'engram', '--tool-failures', 'none'], 'unknown --tool-failures "none"'],
    [['serve', 'erlmpc'], 'did you mean erlmcp?'],
    ...[
      ['--stdio', '--http'],
      ['--stdio', '--tcp'],
      ['--http', '--tcp'],
    ].map((flags): [string[], string] => [
      ['serve', 'erlmcp', ...flags],
      `errata: ${flags.join(' and ')} contradict each other: choose one\n`,
    ]),
    ...[['--port', '3000'], ['--host', '127.0.0.1'], ['--trust-everybody']].map(
      (flags): [string[], string] => [
        ['serve', 'erlmcp', ...flags],
        `errata: ${flags[0]} goes with --http or --tcp\n`,
      ],
    ),
    ...[
      ['--rate', '10'],
      ['--per-second', '10'],
    ].map((flags): [string[], string] => [
      ['serve', 'erlmcp', ...flags],
      'errata: --rate and --per-second go together\n',
    ]),
    [['serve', 'erlmcp', '--rate', '0'], '--rate takes a whole number from 1 on'],
    [['serve', 'erlmcp', '--per-second', '0'], '--per-second takes a number above 0'],
    [['serve', 'erlmcp', '--deadline', '-1'], '--deadline takes a number of seconds from 0 on'],
    [['serve', 'erlmcp', '--max-message-bytes', '10'], 'a whole number from 1024 on'],
    ...['0', 'two', '1.5', '251', '1000'].map((count): [string[], string] => [
      ['sim', 'routeros', '--devices', count],
      `errata: --devices takes a whole number from 1 to 250, not "${count}"\n`,
    ]),
    [['prove', 'router'], 'unknown system "router"'],
    [['prove', 'routeros', '--reason', 'TIMEOUTS'], 'unknown reason TIMEOUTS'],
    [['prove', 'routeros', '--form', 'redirect'], 'errata: unknown form redirect\n'],
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

  it.each([
    [['--http', '--host', '0.0.0.0'], 2, '--host 0.0.0.0 needs --trust-everybody'],
    [['--tcp', '--host', '0.0.0.0'], 2, '--host 0.0.0.0 needs --trust-everybody'],
    [['--root', fileURLToPath(import.meta.url)], 2, 'is no folder'],
    [['--root', join(folder, 'nowhere')], 1, 'ENOENT'],
    [['--upstream', 'ftp://example.org/'], 2, 'cannot be fetched over ftp:'],
    [['--upstream', 'example'], 2, 'Invalid URL'],
  ])('erlmcp does not start with %j, and says why', async (argv, expected, message) => {
    const { code, out, err } = await run(['serve', 'erlmcp', '--no-journal', ...argv]);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(err).toContain(message);
  });

  it('does not start with a key file that others can read', async () => {
    const { code, err } = await run([
      ...['serve', 'routeros', '--no-journal', '--key-file', '/etc/hostname'],
    ]);
    expect(code).toBe(1);
    expect(err).toContain('/etc/hostname');
  });
});

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { connectDaemon } from '@errata/sql-fun';
import { useFolder } from '@errata/testing/lifetime';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseFlags, run } from '../testing/run.js';
import { addSqlFun } from './serve.js';
import { toDaemonOptions, toProxyOptions, wayOf, type SqlFunFlags } from './serve-sql-fun.js';

const folder = useFolder();
afterEach(() => vi.restoreAllMocks());

const sqlFun = (...argv: string[]) =>
  run(['serve', 'sql-fun', ...argv, '--runtime-dir', join(folder, 'run')]);

/** What is said by a server on stdio whose host hangs up at once. */
async function complaintsAbout(...argv: string[]): Promise<string> {
  const input = new PassThrough();
  input.end();
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const { code, err } = await sqlFun(...argv, '--no-start', '--no-journal');
  await expect.poll(() => exit.mock.calls, { timeout: 300_000 }).toEqual([[0]]);
  expect(code).toBe(0);
  return err;
}

describe('errata serve sql-fun', () => {
  it('runs one daemon, refuses a second one, and ends it on shutdown', async () => {
    const none = await sqlFun('--status');
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toMatch(/^errata: No server is running: there is no \/\S+\.pid\n$/);

    const daemon = sqlFun('--daemon', '--allow-context', 'mcp', '--no-journal');
    await expect.poll(async () => (await sqlFun('--status')).code, { timeout: 300_000 }).toBe(0);
    const { out } = await sqlFun('--status');
    expect(out).toMatch(
      new RegExp(
        `^sql-fun \\S+ is running as process ${process.pid} on port \\d+; it answers cli, lsp, mcp\\n$`,
      ),
    );
    const second = await sqlFun('--daemon', '--no-journal');
    expect(second.code).toBe(1);
    expect(second.err).toContain(`running already, as process ${process.pid} on port`);

    const runtimeFolder = join(folder, 'run');
    const client = connectDaemon({ runtimeFolder, context: 'cli', project: folder });
    await client.request('shutdown');
    await client.close();
    const { code, err } = await daemon;
    expect(code).toBe(0);
    expect(err).toMatch(/^sql-fun is listening on tcp:\/\/127\.0\.0\.1:\d+\n$/);
    expect((await sqlFun('--stop')).code).toBe(1);
  });

  it('rejects contradictory flags', async () => {
    const { code, err } = await sqlFun('--status', '--idle', '5');
    expect([code, err]).toEqual([2, 'errata: --idle goes with --stdio or --daemon\n']);
  });

  it.each(['gone', 'file'])('warns of a project that is no folder: %s', async (name) => {
    writeFileSync(join(folder, 'file'), '');
    const project = join(folder, name);
    expect(await complaintsAbout('--project', project)).toBe(
      `errata: no folder ${project}: every call fails until it exists\n`,
    );
  });

  it('says nothing of a project that is there', async () => {
    expect(await complaintsAbout('--project', folder)).toBe('');
  });

  it('explains itself', async () => {
    const { code, out } = await run(['serve', 'sql-fun', '--help']);
    expect(code).toBe(0);
    for (const word of [
      '--allow-context',
      '--no-start',
      'XDG_RUNTIME_DIR',
      '--stop',
      'Examples:',
    ]) {
      expect(out).toContain(word);
    }
  });
});

const parse = (...argv: string[]) => parseFlags(addSqlFun, argv) as unknown as SqlFunFlags;

const proxy = (...argv: string[]) => toProxyOptions(parse(...argv), ['node', 'errata.js']);

const ALL = [
  ...['--allow-context', 'mcp', '--idle', '0.5', '--workers', '3', '--deadline', '2'],
  ...['--runtime-dir', 'run'],
];

describe('the flags of errata serve sql-fun', () => {
  it('leave every default to daemon and proxy', () => {
    expect(toDaemonOptions(parse())).toEqual({});
    expect(proxy()).toEqual({
      start: { command: ['node', 'errata.js', 'serve', 'sql-fun', '--daemon'] },
    });
  });

  it('map to options of the daemon', () => {
    expect(toDaemonOptions(parse('--daemon', ...ALL))).toEqual({
      allowContexts: ['mcp'],
      idle: 500,
      workers: 3,
      deadline: 2000,
      runtimeFolder: resolve('run'),
    });
  });

  it('map to options of the proxy, and go on to the daemon that it starts', () => {
    const flags = [
      ...['--project', 'shop', '--schema', 'preview', '--journal', 'journal.jsonl'],
      ...['--tool-failures', 'tool'],
    ];
    const { start, ...rest } = proxy(...flags, ...ALL);
    expect(rest).toEqual({
      project: 'shop',
      schema: 'preview',
      toolFailures: 'tool',
      allowContexts: ['mcp'],
      deadline: 2000,
      runtimeFolder: resolve('run'),
    });
    const passed = start!.command.slice(4);
    expect(passed).toEqual([
      ...['--daemon', '--idle', '0.5', '--workers', '3', '--deadline', '2'],
      ...['--runtime-dir', resolve('run'), '--journal', resolve('journal.jsonl')],
      ...['--allow-context', 'mcp'],
    ]);
    expect(toDaemonOptions(parse(...passed))).toEqual(toDaemonOptions(parse(...ALL)));
  });

  it('start no daemon where that is not wanted, and record nowhere on either side', () => {
    expect(proxy('--no-start')).toEqual({});
    expect(proxy('--no-journal').start?.command.at(-1)).toBe('--no-journal');
  });

  it.each([
    [[], 'stdio'],
    [['--stdio', '--no-start', '--deadline', '2'], 'stdio'],
    [['--daemon', ...ALL], 'daemon'],
    [['--status', '--runtime-dir', 'run'], 'status'],
    [['--status', '--no-journal'], 'status'],
    [['--stop'], 'stop'],
    [['--stop', '--no-journal'], 'stop'],
  ])('%j is %s', (argv, way) => {
    expect(wayOf(parse(...argv))).toBe(way);
  });

  it.each([
    [['--stdio', '--daemon'], '--stdio and --daemon contradict each other: choose one'],
    [['--status', '--stop'], '--status and --stop contradict each other: choose one'],
    [['--daemon', '--project', 'shop'], '--project goes with --stdio'],
    [['--daemon', '--schema', 'preview'], '--schema goes with --stdio'],
    [['--daemon', '--tool-failures', 'tool'], '--tool-failures goes with --stdio'],
    [['--daemon', '--no-start'], '--no-start goes with --stdio'],
    [['--stop', '--allow-context', 'mcp'], '--allow-context goes with --stdio or --daemon'],
    [['--status', '--idle', '1'], '--idle goes with --stdio or --daemon'],
    [['--status', '--journal', 'a.jsonl'], '--journal goes with --stdio or --daemon'],
    [['--no-start', '--workers', '1'], '--workers contradicts --no-start'],
  ])('rejects %j', (argv, why) => {
    expect(() => wayOf(parse(...argv))).toThrow(why);
  });

  it.each([
    [['--allow-context', 'mpc'], 'unknown --allow-context "mpc"'],
    [['--workers', '0'], '--workers takes a whole number from 1 to 64, not "0"'],
    [['--deadline', '0'], '--deadline takes a number of seconds above 0 to 86400, not "0"'],
    [['--idle', 'never'], '--idle takes a number of seconds from 0 to 86400, not "never"'],
  ])('%j is refused', (argv, why) => {
    expect(() => parse(...argv)).toThrow(why);
  });
});

import { resolve } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  addSqlFunOptions,
  toDaemonOptions,
  toProxyOptions,
  wayOf,
  type SqlFunFlags,
} from './sql-fun-flags.js';

const parse = (...argv: string[]) =>
  addSqlFunOptions(new Command()).parse(argv, { from: 'user' }).opts<SqlFunFlags>();

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

  it('mean what a daemon can be told', () => {
    expect(toDaemonOptions(parse('--daemon', ...ALL))).toEqual({
      allowContexts: ['mcp'],
      idle: 500,
      workers: 3,
      deadline: 2000,
      runtimeFolder: resolve('run'),
    });
  });

  it('mean what a proxy can be told, and go on to the daemon that it starts', () => {
    const flags = ['--project', 'shop', '--schema', 'preview', '--journal', 'journal.jsonl'];
    const { start, ...rest } = proxy(...flags, ...ALL);
    expect(rest).toEqual({
      project: 'shop',
      schema: 'preview',
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
    [['--stdio', '--daemon'], '--stdio and --daemon are two things to do: choose one'],
    [['--status', '--stop'], '--status and --stop are two things to do: choose one'],
    [['--daemon', '--project', 'shop'], '--project goes with --stdio'],
    [['--daemon', '--schema', 'preview'], '--schema goes with --stdio'],
    [['--daemon', '--no-start'], '--no-start goes with --stdio'],
    [['--stop', '--allow-context', 'mcp'], '--allow-context goes with --stdio or --daemon'],
    [['--status', '--idle', '1'], '--idle goes with --stdio or --daemon'],
    [['--status', '--journal', 'a.jsonl'], '--journal goes with --stdio or --daemon'],
    [
      ['--no-start', '--workers', '1'],
      '--workers is about a server that --no-start does not start',
    ],
  ])('%j makes no sense', (argv, why) => {
    expect(() => wayOf(parse(...argv))).toThrow(why);
  });

  it.each([
    [['--allow-context', 'mpc'], 'there is no context "mpc"'],
    [['--workers', '0'], '--workers takes a whole number from 1 to 64, not "0"'],
    [['--deadline', '0'], '--deadline takes a number of seconds above 0 to 86400, not "0"'],
    [['--idle', 'never'], '--idle takes a number of seconds from 0 to 86400, not "never"'],
  ])('%j is refused', (argv, why) => {
    expect(() => parse(...argv)).toThrow(why);
  });
});

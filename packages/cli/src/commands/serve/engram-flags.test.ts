import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addEngramOptions, toEngramOptions, type EngramFlags } from './engram-flags.js';

const parse = (...argv: string[]) =>
  addEngramOptions(new Command()).parse(argv, { from: 'user' }).opts<EngramFlags>();

describe('the flags of errata serve engram', () => {
  it('leave every default to the gateway', () => {
    expect(toEngramOptions(parse())).toEqual({});
  });

  it('mean what the gateway can be told', () => {
    const flags = parse(
      ...['--logbook', 'log.db', '--evidence', 'bytes', '--user', 'alice', '--lang', 'zh'],
      ...['--openmemory', 'http://127.0.0.1:8080', '--openmemory-timeout', '1.5'],
      ...['--member', 'bob', 'carol', '--admin', 'dave', '--member', 'erin'],
      ...['--unknown-actor', 'auto_create', '--requeue-dead'],
      ...['--without', 'report', 'Evidence', '--without', 'governance'],
    );
    expect(toEngramOptions(flags)).toEqual({
      logbook: 'log.db',
      evidenceFolder: 'bytes',
      openMemory: 'http://127.0.0.1:8080',
      openMemoryTimeout: 1500,
      user: 'alice',
      members: ['bob', 'carol', 'erin'],
      admins: ['dave'],
      unknownActor: 'auto_create',
      without: ['report', 'evidence', 'governance'],
      lang: 'zh',
      requeueDead: true,
    });
  });
});

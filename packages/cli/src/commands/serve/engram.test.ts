import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../options.js';
import { parseServe } from '../../testing/run.js';
import { ENGRAM, ENGRAM_OPTIONS } from './engram.js';

const parse = (...argv: string[]) => optionsOf(parseServe(ENGRAM, argv), ENGRAM_OPTIONS);

describe('the flags of errata serve engram', () => {
  it('leave every default to the gateway', () => {
    expect(parse()).toEqual({});
  });

  it('mean what the gateway can be told', () => {
    const options = parse(
      ...['--logbook', 'log.db', '--evidence', 'bytes', '--user', 'alice', '--lang', 'zh'],
      ...['--openmemory', 'http://127.0.0.1:8080', '--openmemory-timeout', '1.5'],
      ...['--member', 'bob', 'carol', '--admin', 'dave', '--member', 'erin'],
      ...['--unknown-actor', 'auto_create', '--keep-trying', '3600'],
      ...['--openmemory-api', 'openmemory-js', '--openmemory-keys', 'keys'],
      ...['--without', 'report', 'Evidence', '--without', 'governance'],
    );
    expect(options).toEqual({
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
      keepTrying: 3_600_000,
      openMemoryApi: 'openmemory-js',
      openMemoryKeys: 'keys',
    });
  });
});

import { SERVE as ENGRAM } from '@errata/engram/settings';
import { SERVE as ERLMCP } from '@errata/erlmcp/settings';
import { SERVE as ROUTEROS } from '@errata/routeros/settings';
import { describe, expect, it } from 'vitest';
import { parseFlags } from '../testing/run.js';
import { addTable, readFlags, type ServeTable } from './serve.js';

const parse = (table: ServeTable, ...argv: string[]) =>
  readFlags(
    table,
    parseFlags((command) => addTable(command, table), argv),
    {},
  );

describe.each([
  ['engram', ENGRAM],
  ['erlmcp', ERLMCP],
  ['routeros', ROUTEROS],
] as const)('the flags of errata serve %s', (_, table) => {
  it('leave every default to the system', () => {
    expect(parse(table)).toEqual({ transport: 'stdio', options: {} });
  });
});

describe('the flags of errata serve engram', () => {
  it('become options of the gateway', () => {
    const { options } = parse(
      ENGRAM,
      ...['--logbook', 'log.db', '--evidence', 'bytes', '--user', 'alice', '--lang', 'zh'],
      ...['--openmemory', 'http://127.0.0.1:8080', '--openmemory-timeout', '1.5'],
      ...['--member', 'bob', 'carol', '--admin', 'dave', '--member', 'erin'],
      ...['--unknown-actor', 'auto_create', '--keep-trying', '3600'],
      ...['--openmemory-api', 'openmemory-js', '--openmemory-keys', 'keys'],
      ...['--memories', 'postgres://db/memories', '--embeddings', 'http://127.0.0.1:1/v1'],
      ...['--embeddings-model', 'm', '--embeddings-timeout', '2'],
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
      memories: 'postgres://db/memories',
      embeddings: 'http://127.0.0.1:1/v1',
      embeddingsModel: 'm',
      embeddingsTimeout: 2000,
    });
  });
});

describe('the flags of errata serve erlmcp', () => {
  it('become options of the server', () => {
    const { options } = parse(
      ERLMCP,
      ...['--root', 'notes', '--upstream', 'http://127.0.0.1:8080/report', '--admin'],
      ...['--deadline', '0.25', '--rate', '10', '--per-second', '0.5'],
      ...['--max-message-bytes', '65536', '--tcp', '--port', '4000'],
    );
    expect(options).toEqual({
      root: 'notes',
      upstream: 'http://127.0.0.1:8080/report',
      admin: true,
      deadline: 250,
      rate: { burst: 10, perSecond: 0.5 },
      maxMessageBytes: 65_536,
      listen: { port: 4000 },
    });
  });

  it('can switch the deadline off', () => {
    expect(parse(ERLMCP, '--deadline', '0').options).toEqual({ deadline: 0 });
  });

  it.each([
    [[], 'stdio'],
    [['--stdio'], 'stdio'],
    [['--http', '--port', '0', '--host', '::1', '--trust-everybody'], 'http'],
    [['--tcp', '--port', '0', '--host', '::1', '--trust-everybody'], 'tcp'],
  ])('%j is served on %s', (argv, transport) => {
    expect(parse(ERLMCP, ...argv).transport).toBe(transport);
  });
});

import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { EngramOptions } from './options.js';
import { resolveOptions } from './resolve-options.js';

const ENV = { HOME: '/home/ann' };
const resolve = (options: EngramOptions = {}) =>
  resolveOptions({ user: 'ann', env: ENV, ...options });

describe('by default', () => {
  it('a gateway is alone, speaks English and keeps everything in the state folder', () => {
    expect(resolve()).toEqual({
      settings: {
        ...{ lang: 'en', unknownActor: 'degrade', openMemoryTimeout: 30_000 },
        keepTrying: 604_800_000,
        ...{ without: new Set(), adminKey: undefined },
        destination: 'file:/home/ann/.local/state/errata/engram/openmemory.db',
      },
      logbook: 'sqlite:/home/ann/.local/state/errata/engram/logbook.db',
      evidenceFolder: '/home/ann/.local/state/errata/engram/evidence',
      openMemory: {
        kind: 'embedded',
        database: '/home/ann/.local/state/errata/engram/openmemory.db',
      },
      ...{ user: 'ann', members: [], admins: [], sharedToken: undefined },
    });
  });

  it('keeps everything where XDG has state', () => {
    const { logbook, evidenceFolder } = resolve({ env: { XDG_STATE_HOME: '/state' } });
    expect(logbook).toBe('sqlite:/state/errata/engram/logbook.db');
    expect(evidenceFolder).toBe('/state/errata/engram/evidence');
  });

  it('the user is the one who runs it', () => {
    const { username } = userInfo();
    expect(resolveOptions({ env: ENV }).user).toBe(username);
  });
});

describe('the environment', () => {
  const env = {
    ...ENV,
    ERRATA_ENGRAM_LOGBOOK: 'postgres://db/engram',
    ERRATA_ENGRAM_OPENMEMORY: 'https://memory.example',
    ERRATA_ENGRAM_OPENMEMORY_KEY: 'canary-key',
    ERRATA_ENGRAM_ADMIN_KEY: 'canary-admin-key-77',
    ERRATA_ENGRAM_TOKEN: 'canary-token',
  };

  it('says where things are, and has the secrets', () => {
    expect(resolve({ env })).toMatchObject({
      logbook: 'postgres://db/engram',
      openMemory: { kind: 'remote', url: 'https://memory.example', apiKey: 'canary-key' },
      settings: { adminKey: 'canary-admin-key-77' },
      sharedToken: 'canary-token',
    });
  });

  it('is overruled by options', () => {
    const given = { env, logbook: '/tmp/x.db', openMemory: 'http://127.0.0.1:1' };
    expect(resolve(given)).toMatchObject({
      logbook: '/tmp/x.db',
      openMemory: { url: 'http://127.0.0.1:1', apiKey: 'canary-key' },
    });
  });

  it('says nothing where a variable is empty', () => {
    const empty = Object.fromEntries(Object.keys(env).map((name) => [name, '']));
    expect(resolve({ env: { ...empty, ...ENV } })).toEqual(resolve());
  });
});

describe('options', () => {
  it('are taken as they are', () => {
    expect(
      resolve({
        ...{ lang: 'zh', unknownActor: 'reject', without: ['evidence', 'report'] },
        ...{ openMemoryTimeout: 1, members: ['小明'], admins: ['root'] },
        evidenceFolder: '/e',
      }),
    ).toMatchObject({
      settings: {
        ...{ lang: 'zh', unknownActor: 'reject', openMemoryTimeout: 1 },
        without: new Set(['evidence', 'report']),
      },
      ...{ members: ['小明'], admins: ['root'], evidenceFolder: '/e' },
    });
  });

  it('name the database of its own memory, without what is secret about it in the destination', () => {
    const memories = 'postgres://ann:canary@db.example:5432/memories?sslmode=require';
    expect(resolve({ memories })).toMatchObject({
      openMemory: { kind: 'embedded', database: memories },
      settings: { destination: 'postgres://db.example:5432/memories' },
    });
    const env = { ...ENV, ERRATA_ENGRAM_MEMORIES: memories };
    expect(resolve({ env }).openMemory).toMatchObject({ database: memories });
    expect(resolve({ memories: 'sqlite:/m.db' }).settings.destination).toBe('file:/m.db');
  });

  it('name a server for embeddings, and its key is in the environment', () => {
    const given = { embeddings: 'http://127.0.0.1:1/v1', embeddingsModel: 'm' };
    const env = { ...ENV, ERRATA_ENGRAM_EMBEDDINGS_KEY: 'canary-key' };
    expect(resolve({ ...given, embeddingsTimeout: 7, env }).openMemory).toMatchObject({
      embeddings: { url: given.embeddings, model: 'm', timeout: 7, apiKey: 'canary-key' },
    });
    expect(resolve(given).openMemory).toMatchObject({
      embeddings: { url: given.embeddings, model: 'm' },
    });
  });

  it.each<[object, string]>([
    [{ embeddings: 'http://x/v1' }, 'embeddings needs embeddingsModel'],
    [{ embeddings: 'x', embeddingsModel: 'm' }, 'embeddings has to be an http or https URL'],
    [{ embeddingsModel: 'm' }, 'go with the URL for embeddings'],
    [
      { embeddings: 'http://x', embeddingsModel: 'm', embeddingsTimeout: 0 },
      'embeddingsTimeout has to be',
    ],
    [{ memories: 'm.db', openMemory: 'http://x' }, 'memories and embeddings go without the URL'],
    [{ memories: 'a.db', logbook: 'sqlite:a.db' }, 'memories and logbook must be different'],
    [
      { memories: 'postgres://ann@db/x', logbook: 'postgres://bob@db/x' },
      'memories and logbook must be different',
    ],
    [{ openMemoryTimeout: 0 }, 'openMemoryTimeout has to be a number of milliseconds above 0'],
    [{ openMemoryTimeout: -1 }, 'openMemoryTimeout'],
    [{ openMemoryTimeout: NaN }, 'openMemoryTimeout'],
    [{ openMemoryTimeout: Infinity }, 'openMemoryTimeout'],
    [{ openMemoryTimeout: 86_400_001 }, 'up to 86400000, not 86400001'],
    [{ unknownActor: 'guess' }, 'unknownActor is one of reject, degrade, auto_create, not guess'],
    [{ lang: 'de' }, 'lang is one of en, zh, not de'],
    [
      { without: ['evidence', 'tools'] },
      'without is one of memory, report, governance, evidence, not tools',
    ],
    [{ user: 'a b' }, '"a b" cannot be the name of a user'],
    [{ user: '' }, '"" cannot be the name of a user'],
    [{ user: 'unknown' }, '"unknown" cannot be the name of a user'],
    [{ members: ['ann', 'x/y'] }, '"x/y" cannot be the name of a user'],
    [{ admins: ['unknown'] }, '"unknown" cannot be the name of a user'],
  ])('that make no sense are refused: %j', (options, message) => {
    expect(() => resolve(options as EngramOptions)).toThrow(TypeError);
    expect(() => resolve(options as EngramOptions)).toThrow(message);
  });

  it.each(['memory.example', 'ftp://canary/', 'http://', 'file:///etc/passwd', 'canary secret'])(
    'are no URL of OpenMemory, and not repeated: %j',
    (openMemory) => {
      expect(() => resolve({ openMemory })).toThrow('openMemory has to be an http or https URL');
      expect(() => resolve({ openMemory })).not.toThrow(/canary/);
      const env = { ...ENV, ERRATA_ENGRAM_OPENMEMORY: openMemory };
      expect(() => resolve({ env })).toThrow('openMemory has to be an http or https URL');
    },
  );
});

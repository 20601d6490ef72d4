import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { resolveOptions, type EngramOptions } from './resolve-options.js';

const ENV = { HOME: '/home/ann' };
const resolve = (options: EngramOptions = {}) =>
  resolveOptions({ user: 'ann', env: ENV, ...options });

describe('unless told', () => {
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

  it('the user is whoever runs it', () => {
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

  it.each<[object, string]>([
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
  ])('that make no sense are told: %j', (options, told) => {
    expect(() => resolve(options as EngramOptions)).toThrow(TypeError);
    expect(() => resolve(options as EngramOptions)).toThrow(told);
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

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '@errata/testing/lifetime';
import { beforeEach, describe, expect, it } from 'vitest';
import { run } from '../testing/run.js';

const folder = useFolder();

let count = 0;
let place: readonly string[];
beforeEach(() => {
  place = ['--logbook', join(folder, `${++count}.db`), '--evidence', join(folder, 'evidence')];
});

const engram = (...words: string[]) => run(['engram', ...words, ...place]);

describe('errata engram users', () => {
  it('adds, lists, changes and removes users', async () => {
    expect(await engram('users', 'add', 'root', '--role', 'admin')).toMatchObject({ code: 0 });
    expect(await engram('users', 'add', 'kim')).toMatchObject({ code: 0, out: 'Added kim.\n' });
    expect(await engram('users', 'add', 'kim')).toMatchObject({
      ...{ code: 1, out: 'kim is registered already.\n' },
    });
    await engram('users', 'add', 'kim', '--role', 'admin');
    expect((await engram('users', 'list')).out).toContain('kim  admin  no token\n');
    const { out } = await engram('users', 'rotate', 'kim');
    expect(out).toMatch(/^kim [\w-]{32}\n$/);
    expect((await engram('users', 'list')).out).toContain('kim  admin  token\n');
    expect(await engram('users', 'remove', 'kim')).toMatchObject({
      ...{ code: 0, out: 'Removed kim. The memories stay.\n' },
    });
    expect(await engram('users', 'rotate', 'kim')).toMatchObject({
      ...{ code: 1, out: 'There is no user kim.\n' },
    });
  });

  it.each([[['remove', 'kim']], [['add', 'kim', '--role', 'member']]])(
    'keep the last administrator: %j',
    async (words) => {
      await engram('users', 'add', 'kim', '--role', 'admin');
      expect(await engram('users', ...words)).toEqual({
        ...{ code: 1, out: '' },
        err: 'errata: GOVERNANCE_UPDATE_DENIED: kim is the last administrator. Make another user an administrator first.\n',
      });
      expect((await engram('users', 'list')).out).toBe('kim  admin  no token\n');
    },
  );
});

const NAME = 'a name without spaces, such as alice';
const TEAM = 'the name of the team, without team:';

describe('errata engram refuses in one sentence', () => {
  beforeEach(() => engram('users', 'add', 'kim'));

  it.each([
    [['users', 'add', 'a b'], 2, `<user> takes ${NAME}; not "a b"`],
    [['users', 'add', ''], 2, `<user> takes ${NAME}; not ""`],
    [['users', 'rotate', ''], 2, `<user> takes ${NAME}; not ""`],
    [['users', 'add', 'kim', '--role', 'king'], 2, '--role takes member or admin, not "king"'],
    [['users', 'add'], 2, "missing required argument 'user'"],
    [['users', 'ad'], 2, 'unknown command "ad"'],
    [['teams', 'add', 'a b', 'kim'], 2, `<team> takes ${TEAM}; not "a b"`],
    [
      ['import', '/nowhere/at.all'],
      2,
      'cannot read /nowhere/at.all: the file does not exist; name one that errata engram export wrote',
    ],
    [['import', folder], 2, `cannot read ${folder}: it is a folder; name one that`],
    [['import', ''], 2, 'the name of the file to read is empty'],
    [['export', ''], 2, 'the name of the file to write is empty'],
    [['export', folder], 2, `cannot write ${folder}: it is a folder; name a file in it`],
    [['export', '/nowhere/x'], 2, 'cannot write /nowhere/x: there is no folder /nowhere'],
  ])('%j', async (words, code, message) => {
    const refused = await engram(...words);
    expect({ code: refused.code, err: refused.err }).toEqual({
      ...{ code, err: expect.stringContaining(message) },
    });
  });

  it('a file that is there already', async () => {
    const file = join(folder, 'there.ndjson');
    writeFileSync(file, '');
    expect(await engram('export', file)).toMatchObject({
      ...{ code: 2, err: `errata: cannot write ${file}: it is there already; name a new file\n` },
    });
  });

  it('a user of a team who is not registered', async () => {
    expect(await engram('teams', 'add', 'core', 'nobody')).toEqual({
      ...{ code: 1, err: '' },
      out: 'There is no user nobody. Add one with errata engram users add.\n',
    });
  });

  it.each([
    ['users', 'list'],
    ['users', 'rotate', 'kim'],
    ['teams', 'list'],
    ['export', join(folder, 'none.ndjson')],
  ])('a logbook that is not there: %s %s', async (...words) => {
    const file = join(folder, 'none.db');
    place = ['--logbook', file, '--evidence', join(folder, 'evidence')];
    expect(await engram(...words)).toEqual({
      ...{ code: 2, out: '' },
      err: `errata: there is no logbook ${file}: start the gateway once, or name another one\n`,
    });
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['a folder', folder, 'Correct the path of the database.'],
    ['a text', join(folder, 'text'), 'database format: file is not a database. Name a file'],
    ['a port where nothing listens', 'postgres://127.0.0.1:1/x', 'connect ECONNREFUSED'],
  ])('a logbook that is %s', async (_name, logbook, message) => {
    writeFileSync(join(folder, 'text'), 'not a database, and long enough to be read as one');
    place = ['--logbook', logbook, '--evidence', join(folder, 'evidence')];
    const { code, err } = await engram('users', 'list');
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
  });

  it('a malformed URL', async () => {
    place = ['--logbook', 'postgres://nonsense:xx/'];
    const { code, err } = await engram('users', 'list');
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('is malformed') });
  });
});

describe('errata engram teams', () => {
  it('adds, lists and removes members', async () => {
    await engram('users', 'add', 'kim');
    expect((await engram('teams', 'add', 'core', 'kim')).out).toBe('Added kim to team:core.\n');
    expect((await engram('teams', 'list')).out).toBe('team:core  kim\n');
    expect((await engram('users', 'list')).out).toBe('kim  member  no token  team:core\n');
    expect((await engram('teams', 'remove', 'core', 'kim')).out).toBe(
      'Removed kim from team:core.\n',
    );
    expect((await engram('teams', 'list')).out).toBe('team:core\n');
  });
});

describe('errata engram export and import', () => {
  it('carry a logbook to another one', async () => {
    await engram('users', 'add', 'kim');
    await engram('teams', 'add', 'core', 'kim');
    const file = join(folder, 'export.ndjson');
    const { code, out } = await engram('export', file);
    const { length } = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect({ code, out }).toEqual({ code: 0, out: `Exported ${length} lines to ${file}.\n` });
    place = ['--logbook', join(folder, 'other.db'), '--evidence', join(folder, 'evidence')];
    expect((await engram('import', file)).out).toBe(
      'Imported: 1 user, 1 team, 1 member, 2 audit entries.\n',
    );
    expect((await engram('import', file)).out).toBe('Nothing was new.\n');
    expect((await engram('teams', 'list')).out).toBe('team:core  kim\n');
    writeFileSync(file, '{"type":"nothing"}\n');
    expect(await engram('import', file)).toMatchObject({
      ...{ code: 1, err: 'errata: line 1 is not a line of an export (type)\n' },
    });
  });
});

import { expect, it } from 'vitest';
import type { Migration } from './index.js';
import { createMigrations, openStore, sql, type TablesOf } from './index.js';
import { COUNTER_MIGRATIONS, openCounters } from './testing/counters.js';
import { describeStores } from '@errata/testing/stores';

const noting =
  (name: string): Migration['up'] =>
  async (db) => {
    await sql`create table if not exists notes (name text not null)`.execute(db);
    await sql`insert into notes values (${name})`.execute(db);
  };

describeStores('migrations', ({ createUrl }) => {
  const readNotes = async (url: string, migrations: Record<string, Migration>) => {
    const store = await openStore<{ notes: { name: string } }>({ url, migrations });
    const rows = await store.db.selectFrom('notes').select('name').execute();
    await store.close();
    return rows.map(({ name }) => name);
  };

  it('run in the order of their names, once', async () => {
    const url = await createUrl();
    const first = { '02': { up: noting('two') }, '01': { up: noting('one') } };
    expect(await readNotes(url, first)).toEqual(['one', 'two']);
    const more = { '03': { up: noting('three') }, ...first };
    expect(await readNotes(url, more)).toEqual(['one', 'two', 'three']);
  });

  it('run once, also if many processes start at the same moment', async () => {
    const url = await createUrl();
    const migrations = { '01': { up: noting('one') }, '02': { up: noting('two') } };
    const seen = await Promise.all(Array.from({ length: 6 }, () => readNotes(url, migrations)));
    expect(seen).toEqual(Array.from({ length: 6 }, () => ['one', 'two']));
  });

  it('leave nothing behind if they fail, and keep the steps before', async () => {
    const url = await createUrl();
    const broken: Migration = {
      async up(db, dialect) {
        await noting('two')(db, dialect);
        throw new Error('half-way');
      },
    };
    const one = { '01': { up: noting('one') } };
    await expect(openStore({ url, migrations: { ...one, '02': broken } })).rejects.toThrow(
      'half-way',
    );
    expect(await readNotes(url, one)).toEqual(['one']);
  });

  it('refuse a database that is newer than the program', async () => {
    const url = await createUrl();
    await (await openCounters(url)).close();
    const { '0001_counters': first } = COUNTER_MIGRATIONS;
    const opening = openStore({ url, migrations: { '0001_counters': first! } });
    await expect(opening).rejects.toThrow(/newer than this program.*'0002_label'/);
  });

  it('refuse a step that was inserted before one that already ran', async () => {
    const url = await createUrl();
    await (await openCounters(url)).close();
    const migrations = { ...COUNTER_MIGRATIONS, '0001_more': { up: noting('x') } };
    await expect(openStore({ url, migrations })).rejects.toThrow(
      /'0001_more'.*before '0002_label'/,
    );
  });

  it('get the kind of database they run on', async () => {
    const url = await createUrl();
    const up: Migration['up'] = (db, dialect) => noting(dialect)(db, dialect);
    expect(await readNotes(url, { '01': { up } })).toEqual([url.split(':')[0]]);
  });

  it('create tables from their columns, and add columns later', async () => {
    const tables = {
      '01': {
        teams: { name: 'key', motto: 'unique', size: 'integer' },
        members: { team: 'key teams.name', user: 'key', note: 'text?' },
        events: { id: 'serial', team: 'text', at: 'bigint?' },
      },
      '02': { teams: { colour: 'text?' } },
    } as const;
    const migrations = createMigrations(tables, { '02': [['by_colour', 'teams', ['colour']]] });
    const url = await createUrl();
    const { db, close } = await openStore<TablesOf<typeof tables>>({ url, migrations });
    const team = { name: 'a', motto: 'x', size: 1 };
    await db.insertInto('teams').values(team).execute();
    const twice = db.insertInto('teams').values({ ...team, name: 'b' });
    await expect(twice.execute()).rejects.toThrow();
    const add = (user: string) => db.insertInto('members').values({ team: 'a', user }).execute();
    await add('u');
    await add('v');
    await expect(add('v')).rejects.toThrow();
    await db.insertInto('events').values({ team: 'a' }).execute();
    await db.deleteFrom('teams').execute();
    expect(await db.selectFrom('members').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('events').selectAll().execute()).toEqual([
      { id: 1, team: 'a', at: null },
    ]);
    await db
      .insertInto('teams')
      .values({ ...team, colour: 'red' })
      .execute();
    expect(await db.selectFrom('teams').selectAll().execute()).toEqual([
      { ...team, colour: 'red' },
    ]);
    await close();
  });
});

import { describe, expect, it } from 'vitest';
import { sql, uniqueViolation } from './index.js';
import { openCounters } from './testing/counters.js';
import { describeStores } from '@errata/testing/stores';

describeStores('a value that is taken', ({ createUrl }) => {
  const provoke = async (statement: ReturnType<typeof sql>) => {
    const store = await openCounters(await createUrl());
    await store.db.insertInto('counters').values({ id: 'a', n: 1, label: 'x) = (y' }).execute();
    const error: unknown = await statement.execute(store.db).catch((e: unknown) => e);
    await store.close();
    expect(error).toBeInstanceOf(Error);
    return uniqueViolation(error);
  };

  it('names the column of a key', async () => {
    expect(await provoke(sql`insert into counters (id, n) values ('a', 2)`)).toEqual({
      columns: ['id'],
    });
  });

  it('is found also if the statement returns rows', async () => {
    const statement = sql`insert into counters (id, n) values ('b', 2), ('a', 2) returning id`;
    expect(await provoke(statement)).toEqual({ columns: ['id'] });
  });

  it('names all columns of an index', async () => {
    const statement = sql`insert into counters (id, n, label) values ('b', 1, 'x) = (y')`;
    expect(await provoke(statement)).toEqual({ columns: ['label', 'n'] });
  });

  it('is not confused with other errors', async () => {
    expect(await provoke(sql`insert into counters (id) values ('b')`)).toBeUndefined();
    expect(await provoke(sql`insert into nowhere values (1)`)).toBeUndefined();
  });
});

describe('uniqueViolation', () => {
  it('judges by code, never by text', () => {
    const error = new Error('UNIQUE constraint failed: a.b');
    expect(uniqueViolation(error)).toBeUndefined();
    expect(uniqueViolation(Object.assign(new Error('?'), { errcode: 2067 }))).toEqual({});
    expect(uniqueViolation(Object.assign(new Error('?'), { code: '23505' }))).toEqual({});
  });

  it.each([undefined, null, 'text', 23505, {}])('is undefined for %j', (value) => {
    expect(uniqueViolation(value)).toBeUndefined();
  });
});

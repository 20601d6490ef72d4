import { faultOf } from '@errata/testing';
import { expect, it } from 'vitest';
import { describeLogbooks, START } from './testing/describe-logbooks.js';

describeLogbooks('the users', ({ open }) => {
  it('are found by id once they are added, members by default', async () => {
    const { users } = (await open()).logbook;
    expect(await users.find('ann')).toBeUndefined();
    expect(await users.add({ id: 'ann' })).toBe(true);
    expect(await users.add({ id: 'bob', display_name: 'Bob', role: 'admin' })).toBe(true);
    const ann = { id: 'ann', display_name: 'ann', role: 'member', created_at: START };
    expect(await users.find('ann')).toEqual(ann);
    expect(await users.list()).toEqual([
      ann,
      { id: 'bob', display_name: 'Bob', role: 'admin', created_at: START },
    ]);
  });

  it('are added once, also by many at once', async () => {
    const { users } = (await open()).logbook;
    const added = await Promise.all(
      Array.from({ length: 20 }, (_, n) => users.add({ id: 'ann', display_name: `Ann ${n}` })),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    const { display_name } = (await users.find('ann'))!;
    expect(display_name).toBe(`Ann ${added.indexOf(true)}`);
  });

  it('are given another role, if they are there', async () => {
    const { users } = (await open()).logbook;
    await users.add({ id: 'ann' });
    expect(await users.setRole('ann', 'admin')).toBe(true);
    expect((await users.find('ann'))?.role).toBe('admin');
    expect(await users.setRole('bob', 'admin')).toBe(false);
  });

  it('keep one administrator where two transactions each remove one', async () => {
    const { users, transaction } = (await open()).logbook;
    for (const id of ['ann', 'bob']) await users.add({ id, role: 'admin' });
    const removeUnlessLast = (id: string) =>
      transaction(async (parts) => {
        if (!(await parts.users.isLastAdmin(id))) await parts.users.remove(id);
      });
    await Promise.all([removeUnlessLast('ann'), removeUnlessLast('bob')]);
    expect(await users.list()).toHaveLength(1);
  });

  it('are never mistaken for one another', async () => {
    const { users } = (await open()).logbook;
    await users.add({ id: 'ann' });
    for (const id of ['Ann', 'ann ', 'ann\0', "ann' or '1'='1", '%', '']) {
      expect(await users.find(id), JSON.stringify(id)).toBeUndefined();
      expect(await users.setRole(id, 'admin')).toBe(false);
    }
    const long = 'x'.repeat(2_000);
    await users.add({ id: `${long}a` });
    expect(await users.find(`${long}b`)).toBeUndefined();
    expect(await faultOf(users.add({ id: 'ann\0' }))).toMatchObject({
      reason: 'INVALID_PARAM_VALUE',
      context: { param: 'id' },
    });
  });
});

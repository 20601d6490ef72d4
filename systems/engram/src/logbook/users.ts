import { engram } from '@errata/catalogs/engram';
import type { Selectable } from '@errata/store';
import { fitText, type Ground } from './ground.js';
import type { LogbookDatabase } from './schema.js';

export type UserRole = 'member' | 'admin';

export interface User extends Readonly<Selectable<LogbookDatabase['users']>> {
  readonly role: UserRole;
}

/** Those whom the gateway knows, in a database. */
export function createUsers({ db, guard, at }: Ground) {
  return {
    find: (id: string): Promise<User | undefined> =>
      guard.read(async () => {
        if (!isKept(id)) return undefined;
        const query = db.selectFrom('users').selectAll().where('id', '=', id);
        const row = await query.executeTakeFirst();
        return row === undefined ? undefined : fromRow(row);
      }),
    /** By id. */
    list: (): Promise<readonly User[]> =>
      guard.read(async () => {
        const rows = await db.selectFrom('users').selectAll().orderBy('id').execute();
        return rows.map(fromRow);
      }),
    /** False where the id is taken; nothing is changed then. Default: a member, named by the id. */
    add: ({ id, display_name = id, role = 'member' }: Pick<User, 'id'> & Partial<User>) =>
      guard.write(async () => {
        if (!isKept(id)) throw engram.INVALID_PARAM_VALUE({ param: 'id' });
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('users')
          .values({ id, display_name: fitText(display_name), role, created_at: at() })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
      }),
    /** False where there is nobody of this id. */
    setRole: (id: string, role: UserRole) =>
      guard.write(async () => {
        if (!isKept(id)) return false;
        const query = db.updateTable('users').set({ role }).where('id', '=', id);
        return (await query.executeTakeFirst()).numUpdatedRows === 1n;
      }),
  };
}

/** PostgreSQL cannot keep this character, and without it the id would be that of somebody else. */
function isKept(id: string): boolean {
  return !id.includes('\0');
}

function fromRow(row: Selectable<LogbookDatabase['users']>): User {
  return { ...row, role: row.role === 'admin' ? 'admin' : 'member' };
}

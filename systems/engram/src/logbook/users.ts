import { engram } from '@errata/catalogs/engram';
import type { Selectable } from '@errata/store';
import { fitText, type Ground } from './ground.js';
import type { UsersTable } from './schema.js';

export type UserRole = 'member' | 'admin';

export interface NewUser {
  readonly id: string;
  readonly display_name?: string;
  readonly role?: UserRole;
}

export interface User {
  readonly id: string;
  readonly display_name: string;
  readonly role: UserRole;
  readonly created_at: string;
}

/** Those whom the gateway knows. */
export interface Users {
  find(id: string): Promise<User | undefined>;
  /** By id. */
  list(): Promise<readonly User[]>;
  /** False where the id is taken; nothing is changed then. A member, named by the id, unless told. */
  add(user: NewUser): Promise<boolean>;
  /** False where there is nobody of this id. */
  setRole(id: string, role: UserRole): Promise<boolean>;
}

/** The users in a database. */
export function createUsers({ db, guard, at }: Ground): Users {
  return {
    find: (id) =>
      guard.read(async () => {
        if (!isKept(id)) return undefined;
        const query = db.selectFrom('users').selectAll().where('id', '=', id);
        const row = await query.executeTakeFirst();
        return row === undefined ? undefined : fromRow(row);
      }),
    list: () =>
      guard.read(async () => {
        const rows = await db.selectFrom('users').selectAll().orderBy('id').execute();
        return rows.map(fromRow);
      }),
    add: ({ id, display_name = id, role = 'member' }) =>
      guard.write(async () => {
        if (!isKept(id)) throw engram.INVALID_PARAM_VALUE({ param: 'id' });
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('users')
          .values({
            id,
            display_name: fitText(display_name),
            role,
            created_at: at(),
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
      }),
    setRole: (id, role) =>
      guard.write(async () => {
        if (!isKept(id)) return false;
        const { numUpdatedRows } = await db
          .updateTable('users')
          .set({ role })
          .where('id', '=', id)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),
  };
}

/** PostgreSQL cannot keep this character, and without it the id would be that of somebody else. */
function isKept(id: string): boolean {
  return !id.includes('\0');
}

function fromRow(row: Selectable<UsersTable>): User {
  return { ...row, role: row.role === 'admin' ? 'admin' : 'member' };
}

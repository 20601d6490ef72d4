import { createHash } from 'node:crypto';
import { engram } from '@errata/catalogs/engram';
import type { Selectable } from '@errata/store';
import { addRow, fitText, type Ground } from './ground.js';
import type { LogbookDatabase } from './schema.js';

export type UserRole = 'member' | 'admin';

export interface LogbookUser extends Readonly<Selectable<LogbookDatabase['users']>> {
  readonly role: UserRole;
}

/** Those whom the gateway knows, in a database. */
export function createUsers({ db, dialect, guard, at }: Ground) {
  return {
    find: (id: string): Promise<LogbookUser | undefined> =>
      guard.read(async () => {
        if (!isKept(id)) return undefined;
        const query = db.selectFrom('users').selectAll().where('id', '=', id);
        const row = await query.executeTakeFirst();
        return row === undefined ? undefined : fromRow(row);
      }),
    /** By id. */
    list: (): Promise<readonly LogbookUser[]> =>
      guard.read(async () => {
        const rows = await db.selectFrom('users').selectAll().orderBy('id').execute();
        return rows.map(fromRow);
      }),
    /** Whether this is the only administrator. In a transaction, it stays so until the end. */
    isLastAdmin: (id: string) =>
      guard.read(async () => {
        const all = db.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('id');
        // A transaction of SQLite holds the only lock for writing from its beginning.
        const locked = all.$if(dialect === 'postgres', (query) => query.forUpdate());
        const admins = await locked.execute();
        return admins.length === 1 && admins[0]!.id === id;
      }),
    /** False if the id is taken; nothing is changed then. Default: a member, named by the id. */
    add: ({
      id,
      display_name = id,
      role = 'member',
    }: Pick<LogbookUser, 'id'> & Partial<LogbookUser>) =>
      guard.write(async () => {
        if (!isKept(id)) throw engram.INVALID_PARAM_VALUE({ param: 'id' });
        const row = { id, display_name: fitText(display_name), role, created_at: at() };
        return addRow(db, 'users', row);
      }),
    /** False for an unknown user. */
    setRole: (id: string, role: UserRole) =>
      guard.write(async () => {
        if (!isKept(id)) return false;
        const query = db.updateTable('users').set({ role }).where('id', '=', id);
        return (await query.executeTakeFirst()).numUpdatedRows === 1n;
      }),
    /** With their token and their memberships; their memories stay. False for an unknown user. */
    remove: (id: string) =>
      guard.write(async () => {
        if (!isKept(id)) return false;
        await db.deleteFrom('user_tokens').where('user_id', '=', id).execute();
        await db.deleteFrom('team_members').where('user_id', '=', id).execute();
        const query = db.deleteFrom('users').where('id', '=', id);
        return (await query.executeTakeFirst()).numDeletedRows === 1n;
      }),
    /** Replaces the token of a user. Only the hash is stored. */
    setToken: (user_id: string, token: string, by: string) =>
      guard.write(async () => {
        const about = { created_at: at(), created_by: fitText(by) };
        const values = { token_hash: hashOf(token), ...about };
        await db
          .insertInto('user_tokens')
          .values({ user_id, ...values })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
          .execute();
      }),
    /** The user with this token. */
    findByToken: (token: string): Promise<string | undefined> =>
      guard.read(async () => {
        const rows = db.selectFrom('user_tokens').select('user_id');
        const query = rows.where('token_hash', '=', hashOf(token));
        return (await query.executeTakeFirst())?.user_id;
      }),
    /** The users that have a token here. */
    withToken: (): Promise<readonly string[]> =>
      guard.read(async () => {
        const rows = await db.selectFrom('user_tokens').select('user_id').execute();
        return rows.map(({ user_id }) => user_id);
      }),
  };
}

/** A token is looked up by its hash, so that it is not found byte by byte. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** PostgreSQL cannot keep this character, and without it the id would be that of another user. */
function isKept(id: string): boolean {
  return !id.includes('\0');
}

function fromRow(row: Selectable<LogbookDatabase['users']>): LogbookUser {
  return { ...row, role: row.role === 'admin' ? 'admin' : 'member' };
}

/** A team space and its members. */
export interface Team {
  readonly space: string;
  readonly members: readonly string[];
}

/** The team spaces that have members, in a database. A team stays closed when its last member leaves. */
export function createTeams({ db, guard, at }: Ground) {
  return {
    /** By space; members by name. */
    list: (): Promise<readonly Team[]> =>
      guard.read(async () => {
        const teams = await db.selectFrom('teams').select('space').orderBy('space').execute();
        const rows = await db
          .selectFrom('team_members')
          .select(['space', 'user_id'])
          .orderBy('user_id')
          .execute();
        return teams.map(({ space }) => ({
          space,
          members: rows.filter((row) => row.space === space).map(({ user_id }) => user_id),
        }));
      }),
    /** The spaces that have members, without this user. */
    closedTo: (user: string): Promise<ReadonlySet<string>> =>
      guard.read(async () => {
        const rows = await db
          .selectFrom('teams')
          .leftJoin('team_members', (join) =>
            join
              .onRef('team_members.space', '=', 'teams.space')
              .on('team_members.user_id', '=', fitText(user)),
          )
          .select('teams.space')
          .where('team_members.id', 'is', null)
          .execute();
        return new Set(rows.map(({ space }) => space));
      }),
    /** The first member closes the space to others. False for a member. */
    add: (space: string, user: string, by: string) =>
      guard.write(async () => {
        const [time, author] = [at(), fitText(by)];
        await addRow(db, 'teams', { space, created_at: time, created_by: author });
        const member = { space, user_id: user, added_at: time, added_by: author };
        return addRow(db, 'team_members', { id: membershipOf(space, user), ...member });
      }),
    /** False for a user who is no member. */
    remove: (space: string, user: string) =>
      guard.write(async () => {
        const query = db.deleteFrom('team_members').where('id', '=', membershipOf(space, user));
        return (await query.executeTakeFirst()).numDeletedRows === 1n;
      }),
  };
}

/** Neither has white space in it. */
const membershipOf = (space: string, user: string) => `${space} ${user}`;

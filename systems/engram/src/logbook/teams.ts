import { fitText, type Ground } from './ground.js';

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
        await db
          .insertInto('teams')
          .values({ space, created_at: time, created_by: author })
          .onConflict((conflict) => conflict.column('space').doNothing())
          .execute();
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('team_members')
          .values({ id: idOf(space, user), space, user_id: user, added_at: time, added_by: author })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows === 1n;
      }),
    /** False for a user who is no member. */
    remove: (space: string, user: string) =>
      guard.write(async () => {
        const query = db.deleteFrom('team_members').where('id', '=', idOf(space, user));
        return (await query.executeTakeFirst()).numDeletedRows === 1n;
      }),
  };
}

/** Neither has white space in it. */
const idOf = (space: string, user: string) => `${space} ${user}`;

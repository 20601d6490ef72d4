import { engram } from '@errata/catalogs/engram';
import { sql, type Selectable } from '@errata/store';
import { fitText, type Ground } from './ground.js';
import type { LogbookDatabase } from './schema.js';

/** What governance sets, and which OpenMemory was found at an address. */
export type SettingKey = 'team_write_enabled' | 'policy_json' | `openmemory_api ${string}`;

/** The settings that outlive the process, in a database. */
export function createSettings({ db, dialect, guard, at }: Ground) {
  const read = (key: SettingKey) =>
    guard.read(() =>
      db.selectFrom('settings').selectAll().where('key', '=', key).executeTakeFirst(),
    );
  return {
    /** The row as it is; undefined if it was never set. */
    read,
    /** The value; undefined if it was never set. A row that is not JSON is an INTERNAL_ERROR. */
    async get(key: SettingKey): Promise<unknown> {
      const row = await read(key);
      return row === undefined ? undefined : parseValue(row);
    },
    /** Locks the settings until the end of the transaction, for reading them in order to change them. */
    lock: () =>
      guard.write(async () => {
        // A transaction of SQLite holds the only lock for writing from its beginning.
        if (dialect === 'postgres') {
          await sql`lock table settings in share row exclusive mode`.execute(db);
        }
      }),
    set: (key: SettingKey, value: unknown, actor: string) =>
      guard.write(async () => {
        const about = { updated_at: at(), updated_by: fitText(actor) };
        const values = { value: JSON.stringify(value), ...about };
        await db
          .insertInto('settings')
          .values({ key, ...values })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
          .execute();
      }),
  };
}

function parseValue({ key, value }: Selectable<LogbookDatabase['settings']>): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch (cause) {
    const details = `The setting '${key}' in the Logbook is not valid JSON`;
    throw engram.INTERNAL_ERROR({}, { cause, details, effect: 'none' });
  }
}

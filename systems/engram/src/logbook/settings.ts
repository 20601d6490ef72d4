import { engram } from '@errata/catalogs/engram';
import { sql } from '@errata/store';
import { fitText, type Ground } from './ground.js';

/** What governance sets. */
export const SETTING_KEYS = ['team_write_enabled', 'policy_json'] as const;

export type SettingKey = (typeof SETTING_KEYS)[number];

export interface StoredSetting {
  readonly key: SettingKey;
  /** JSON, as it is stored. */
  readonly value: string;
  readonly updated_at: string;
  readonly updated_by: string;
}

/** The settings that outlive the process. */
export interface Settings {
  /** The row as it is; undefined if it was never set. */
  read(key: SettingKey): Promise<StoredSetting | undefined>;
  /** The value; undefined if it was never set. A row that is no JSON is an INTERNAL_ERROR. */
  get(key: SettingKey): Promise<unknown>;
  set(key: SettingKey, value: unknown, actor: string): Promise<void>;
  /** Until the end of the transaction nobody else changes settings: for who reads them in order to change them. */
  lock(): Promise<void>;
}

/** The settings in a database. */
export function createSettings({ db, dialect, guard, at }: Ground): Settings {
  const read = (key: SettingKey) =>
    guard.read(async () => {
      const query = db.selectFrom('settings').selectAll().where('key', '=', key);
      return (await query.executeTakeFirst()) as StoredSetting | undefined;
    });
  return {
    read,
    async get(key) {
      const row = await read(key);
      return row === undefined ? undefined : parseValue(row);
    },
    lock: () =>
      guard.write(async () => {
        // A transaction of SQLite holds the only lock for writing from its beginning.
        if (dialect === 'postgres') {
          await sql`lock table settings in share row exclusive mode`.execute(db);
        }
      }),
    set: (key, value, actor) =>
      guard.write(async () => {
        const values = {
          value: JSON.stringify(value),
          updated_at: at(),
          updated_by: fitText(actor),
        };
        await db
          .insertInto('settings')
          .values({ key, ...values })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
          .execute();
      }),
  };
}

function parseValue({ key, value }: StoredSetting): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch (cause) {
    const details = `The setting '${key}' in the Logbook is not valid JSON`;
    throw engram.INTERNAL_ERROR({}, { cause, details, effect: 'none' });
  }
}

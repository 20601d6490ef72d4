import type { ColumnDefinitionBuilder, Generated, Kysely } from 'kysely';
import type { Migration } from './migrate.js';
import type { StoreDialect } from './store.js';

/** The types of columns, and what queries see of them. */
interface Values {
  /** A number that is never given twice, also after rows were deleted. */
  serial: Generated<number>;
  /** The primary key, or a part of it if a table has several. */
  key: string;
  unique: string;
  text: string;
  'text?': string | null;
  integer: number;
  bigint: number;
  'bigint?': number | null;
  /** A key that is also the key of another table, as `key table.column`. The row is deleted with that one. */
  [reference: `key ${string}`]: string;
}

type Columns = Readonly<Record<string, keyof Values>>;

/** The tables by the migration that creates them or adds columns, in order of the names. An added column is a text, and may be null. */
export type TableSteps = Readonly<Record<string, Readonly<Record<string, Columns>>>>;

type Merged<Step> = (Step extends unknown ? (step: Step) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type TablesIn<All> = {
  [T in keyof All]: { -readonly [C in keyof All[T]]: Values[All[T][C] & keyof Values] };
};

/** The tables of all migrations as queries see them. */
export type TablesOf<Steps extends TableSteps> = TablesIn<Merged<Steps[keyof Steps]>>;

type Index = readonly [name: string, table: string, columns: readonly string[]];

/** The migrations of tables, and of the indexes that come with them. */
export function createMigrations<Steps extends TableSteps>(
  steps: Steps,
  indexes: { readonly [Step in keyof Steps]?: readonly Index[] } = {},
): Readonly<Record<string, Migration>> {
  const toMigration = (name: string): Migration => ({
    async up(db, dialect) {
      for (const [table, columns] of Object.entries(steps[name]!)) {
        const isThere = Object.keys(steps).some((step) => step < name && table in steps[step]!);
        await (isThere ? addColumns(db, table, columns) : createTable(db, dialect, table, columns));
      }
      for (const [index, table, columns] of indexes[name] ?? []) {
        const created = db.schema.createIndex(index).on(table);
        await created.columns([...columns]).execute();
      }
    },
  });
  return Object.fromEntries(Object.keys(steps).map((name) => [name, toMigration(name)]));
}

async function addColumns(db: Kysely<unknown>, table: string, columns: Columns): Promise<void> {
  for (const column of Object.keys(columns)) {
    await db.schema.alterTable(table).addColumn(column, 'text').execute();
  }
}

async function createTable(
  db: Kysely<unknown>,
  dialect: StoreDialect,
  name: string,
  columns: Columns,
): Promise<void> {
  const keys = Object.keys(columns).filter((column) => columns[column]!.startsWith('key'));
  let table = db.schema.createTable(name);
  for (const [column, type] of Object.entries(columns)) {
    if (type === 'serial') {
      table =
        dialect === 'postgres'
          ? table.addColumn(column, 'bigint', (id) => id.generatedAlwaysAsIdentity().primaryKey())
          : table.addColumn(column, 'integer', (id) => id.primaryKey().autoIncrement());
      continue;
    }
    const kind = type.startsWith('bigint') ? 'bigint' : type === 'integer' ? type : 'text';
    table = table.addColumn(column, kind, (each) => restrict(each, type, keys.length === 1));
  }
  if (keys.length > 1) table = table.addPrimaryKeyConstraint(`${name}_pk`, keys as never);
  await table.execute();
}

function restrict(column: ColumnDefinitionBuilder, type: string, isOnlyKey: boolean) {
  if (type.endsWith('?')) return column;
  const filled = column.notNull();
  if (type === 'unique') return filled.unique();
  if (!type.startsWith('key')) return filled;
  const key = isOnlyKey ? filled.primaryKey() : filled;
  return type === 'key' ? key : key.references(type.slice('key '.length)).onDelete('cascade');
}

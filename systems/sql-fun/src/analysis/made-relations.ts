import type { Node, RangeVar } from 'libpg-query';
import { resolveTypeName } from '../pg/index.js';
import type { Output } from './model.js';
import { names } from './node.js';
import type { Rows } from './rows.js';
import type { MadeRelation, StatementSession } from './session.js';

/** What the statements of a text leave for those after them: relations that they make or change, and the search_path. */
export class MadeRelations {
  readonly map = new Map<string, MadeRelation>();

  /** A relation that is made of a query. */
  add(range: RangeVar | undefined, made: MadeRelation, session: StatementSession): void {
    if (!range) return;
    const { relname = '', schemaname } = range;
    if (schemaname === undefined || session.path.includes(schemaname)) this.map.set(relname, made);
    const schema = schemaname ?? session.path[0] ?? 'public';
    this.map.set(`${schema}.${relname}`, made);
  }
}

/** What CREATE TABLE AS or CREATE VIEW makes. */
export function madeOf(
  { outputs, open }: Rows,
  aliases: readonly Node[] | undefined,
): MadeRelation {
  const given = names(aliases);
  const named = outputs.map((output, i) => ({ ...output, name: given[i] ?? output.name }));
  return { outputs: named, open };
}

/** What CREATE TABLE makes; what it takes from other tables is not looked at. */
export function madeByCreate(
  elements: readonly Node[] | undefined,
  complete: boolean,
  session: StatementSession,
): MadeRelation {
  let open = !complete;
  const outputs = (elements ?? []).flatMap((node): Output[] => {
    if (!('ColumnDef' in node)) {
      open ||= 'TableLikeClause' in node;
      return [];
    }
    const { colname: name = '', typeName } = node.ColumnDef;
    const { schema, path } = session;
    // A type that may not be seen stays unknown.
    const use =
      typeName && !session.exposure ? resolveTypeName(typeName, schema.catalog, path) : undefined;
    return [{ name, type: use?.type, typmod: use?.typmod ?? -1 }];
  });
  return { outputs, open };
}

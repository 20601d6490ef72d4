import type { Node } from 'libpg-query';
import { definitionOf, itemsOf, qualifiedName, strings, type NodeOf } from '../ast.js';
import { chooseName } from '../draft/choose-name.js';
import { rangeName, type Draft } from '../draft/draft.js';
import type { DraftRelation } from '../draft/draft-relation.js';
import { knownType } from '../draft/written-type.js';

const COLUMNS = [
  ['last_value', 'int8'],
  ['log_cnt', 'int8'],
  ['is_called', 'bool'],
] as const;

export function createSequence(stmt: NodeOf<'CreateSeqStmt'>, draft: Draft): void {
  const { sequence, options, if_not_exists } = stmt;
  if (if_not_exists === true && draft.find(rangeName(sequence)) !== undefined) return;
  const made = addSequence(draft, draft.schemaOf(sequence ?? {}), sequence?.relname ?? '');
  if (made !== undefined) setOwner(draft, made, options);
}

export function alterSequence(stmt: NodeOf<'AlterSeqStmt'>, draft: Draft): void {
  const sequence = draft.relation(stmt.sequence, stmt.missing_ok);
  if (sequence !== undefined) setOwner(draft, sequence, stmt.options);
}

/** The sequence of a serial or identity column. */
export function addColumnSequence(
  draft: Draft,
  table: DraftRelation,
  column: string,
  options?: readonly Node[],
): DraftRelation | undefined {
  const named = qualifiedName(strings(itemsOf(definitionOf(options).get('sequence_name'))));
  const schema = named.name === '' ? table.schema : draft.schemaFor(named);
  const namespace = draft.namespace(schema);
  const name =
    named.name === ''
      ? chooseName(table.name, [column], 'seq', (taken) => namespace.isTaken(taken))
      : named.name;
  const sequence = addSequence(draft, schema, name);
  if (sequence !== undefined) table.sequences.add(sequence);
  return sequence;
}

function addSequence(draft: Draft, schema: string, name: string): DraftRelation | undefined {
  const sequence = draft.addRelation('sequence', schema, name);
  for (const [column, type] of sequence === undefined ? [] : COLUMNS) {
    const known = draft.catalog.type(type, { schema: 'pg_catalog' });
    if (known === undefined) continue;
    sequence?.columns.push({ name: column, type: knownType(known), notNull: true });
  }
  return sequence;
}

/** `OWNED BY users.id`. */
function setOwner(draft: Draft, sequence: DraftRelation, options: readonly Node[] | undefined) {
  const parts = strings(itemsOf(definitionOf(options).get('owned_by')));
  if (parts.length < 2) return;
  const name = qualifiedName(parts.slice(0, -1));
  const owner = draft.find(name);
  if (owner === undefined) draft.missing('relation', name);
  // Only tables own sequences: what owns itself could not be moved.
  else if (owner.kind !== 'sequence' && sequence.kind === 'sequence') owner.sequences.add(sequence);
}

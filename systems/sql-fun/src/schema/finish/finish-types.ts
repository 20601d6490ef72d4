import { rangeRoutines, redefine, type PgField } from '../../pg/index.js';
import type { Draft } from '../draft/draft.js';
import type { DraftRelation } from '../draft/draft-relation.js';

/** Looks again for the types that were not there when they were used. */
export function finishTypes(draft: Draft): void {
  let waiting = draft.laterTypes;
  for (let before = Infinity; waiting.length < before;) {
    before = waiting.length;
    waiting = waiting.filter(({ of, make }) => {
      if (!draft.resolve(of) || of.use === undefined) return true;
      draft.addType(make(of.use));
      return false;
    });
  }
  const announced = new Set(waiting.map(({ name }) => name.name));
  for (const type of draft.written) {
    // What an extension brings along is not in a dump; and of a type that is made of such a one enough has been said.
    if (draft.resolve(type) || mayBeFromExtension(draft)) continue;
    const names = type.node.names?.at(-1);
    const last = names !== undefined && 'String' in names ? names.String.sval : undefined;
    if (!announced.has(last ?? '')) draft.problem(`type "${type.text}" does not exist`, type.line);
  }
  for (const { relations, types } of draft.namespaces.values()) {
    for (const relation of relations.values()) {
      setFields(relation);
      // A row of an heir is also one of what it inherits from.
      for (const { rowType } of relation.descendants()) {
        draft.catalog.addCast(rowType, relation.rowType, 'implicit');
      }
    }
    for (const type of types.values()) {
      if (type.kind === 'range') addConstructors(draft, type);
    }
  }
}

/** Every database has plpgsql, which has no types. */
export function mayBeFromExtension({ extensions }: Draft): boolean {
  return extensions.size > (extensions.has('plpgsql') ? 1 : 0);
}

/** The rows of what is derived from a query, or has a column of a type that is not known, have no fields here. */
function setFields(relation: DraftRelation): void {
  if (relation.isDerived) return;
  const fields: PgField[] = [];
  for (const { name, type } of relation.columns) {
    if (type.use === undefined) return;
    fields.push({ name, ...type.use });
  }
  redefine(relation.rowType, { fields });
}

function addConstructors(draft: Draft, range: Parameters<typeof rangeRoutines>[0]): void {
  const text = draft.catalog.type('text', { schema: 'pg_catalog' });
  if (text === undefined) return;
  for (const routine of rangeRoutines(range, text)) draft.catalog.addRoutine(routine);
  if (range.multirange !== undefined) draft.catalog.addCast(range, range.multirange, 'explicit');
}

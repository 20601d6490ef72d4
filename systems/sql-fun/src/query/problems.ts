import type { Problem } from './analysis.js';
import type { AnalyzeOptions } from './options.js';
import { findRelation, type QueryContext } from './context.js';
import type { FoundProblem } from './found-problem.js';
import { fromItems, STATEMENTS } from './from-items.js';
import { isAboutTypes } from './sqlstates.js';
import { didYouMean, relationsAround } from './suggestions.js';
import { childrenIn, descendantsOf, namesIn, nearest, type SyntaxNode } from './syntax.js';

/** A problem whose place is still one of its statement. */
export type Draft = Omit<Problem, 'place' | 'excerpt'> & { readonly offset?: number };

/** PostgreSQL's words as a sentence. */
export function sentence(message: string): string {
  const one = message.replaceAll(/\s+/g, ' ').trim();
  const short = one.length > LONGEST ? `${one.slice(0, LONGEST)}…` : one;
  return `${short.charAt(0).toUpperCase()}${short.slice(1)}${/[.…]$/.test(short) ? '' : '.'}`;
}

/** The words near a mistake can be all the rest of the text. */
const LONGEST = 300;

/** What is said of a problem; undefined where it is only about a view that stands for another. */
export async function toDraft(
  found: FoundProblem,
  context: QueryContext,
  { unknownExtensions, isStubView, lock }: AnalyzeOptions,
): Promise<Draft | undefined> {
  const { error, node, offset, reason, code, target, name } = found;
  const relation = node?.kind === 'RangeVar' ? findRelation(node.members, context) : undefined;
  if (error.code === '55000' && relation && isStubView?.(relation.oid)) return undefined;
  const at = { ...(offset !== undefined && { offset }) };
  const message = sentence(error.message);
  const meant = didYouMean(found, context);
  if (code === 'not_found' && node !== undefined) lock?.missing(node, context.path, meant);
  if (found.unresolved === true || usesUnresolved(found, context)) {
    return { code: 'unresolved', severity: 'note', target, name, message, ...at };
  }
  if (unknownExtensions.length > 0 && (await mayBeElsewhere(found, context))) {
    const said = `${message} It may come from ${unknownExtensions.join(' or ')}, which is not loaded here.`;
    return { code: 'unresolved', severity: 'note', target, name, message: said, ...at };
  }
  const table = reason === 'COLUMN_NOT_FOUND' ? tableOf(node, context) : undefined;
  return {
    ...{ code, severity: 'error', reason, sqlstate: error.code, target, name, message },
    ...(table !== undefined && { table }),
    ...(meant.length > 0 && { didYouMean: meant }),
    ...at,
  };
}

/** A function, a type or an operator whose name is unknown here. */
async function mayBeElsewhere(
  { error, code, target, name }: FoundProblem,
  { catalog }: QueryContext,
): Promise<boolean> {
  if (target === 'function' || target === 'type') return code === 'not_found';
  if (target !== 'operator' || error.code !== '42883') return false;
  return !(await catalog.operators()).has(name.slice(name.lastIndexOf('.') + 1));
}

/** Whether an error about types is about a column whose type is not here. */
function usesUnresolved({ error, node }: FoundProblem, context: QueryContext): boolean {
  if (node === undefined || !isAboutTypes(error.code)) return false;
  const columns = relationsAround(node, context)
    .flatMap((relation) => relation.columns)
    .filter(({ unresolved }) => unresolved)
    .map(({ name }) => name);
  if (columns.length === 0) return false;
  const statement = nearest(node, STATEMENTS)!;
  const isAssigned = error.code === '42804' && childrenIn(statement, 'relation').length > 0;
  const inside = [node, ...descendantsOf(node)].filter(({ kind }) => kind === 'ColumnRef');
  const names = inside.map(({ members }) => namesIn(members['fields']).at(-1)!);
  return isAssigned || names.some((name) => columns.includes(name));
}

/** The table of a missing column: the one that it is qualified with, the target, or the only one. */
function tableOf(node: SyntaxNode | undefined, context: QueryContext): string | undefined {
  const statement = nearest(node, STATEMENTS);
  if (node === undefined || statement === undefined) return undefined;
  const [target] = childrenIn(statement, 'relation');
  if (node.kind !== 'ColumnRef') return target && String(target.members['relname']);
  const qualifier = namesIn(node.members['fields']).at(-2);
  const relations = relationsAround(node, context);
  if (qualifier !== undefined) return relations[0]?.name ?? qualifier;
  return fromItems(statement).length === 1 ? relations[0]?.name : undefined;
}

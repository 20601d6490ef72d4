import type { CatalogRelation } from '../catalog/index.js';
import { closest } from '../text/index.js';
import { findRelation, type QueryContext } from './context.js';
import type { FoundProblem } from './found-problem.js';
import { fromItems, STATEMENTS } from './from-items.js';
import { ancestorsOf, namesIn, type SyntaxNode } from './syntax.js';

/** Names that may have been meant: from PostgreSQL's hint, or else from the catalog. */
export function didYouMean(problem: FoundProblem, context: QueryContext): readonly string[] {
  const { name, target, node, code } = problem;
  if (code !== 'not_found' || name === '') return [];
  if (target === 'column') return columnsLike(problem, context);
  if (target === 'alias') return aliasesLike(lastOf(name), node);
  if (target === 'schema') return closest(name, context.catalog.schemas);
  if (target === 'table' || target === 'view') return relationsLike(name, context);
  if (target === 'function') return closest(lastOf(name), context.catalog.functions);
  return [];
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The hint has the names in quotes: "users.email". */
function columnsLike(
  { error, name, node }: FoundProblem,
  context: QueryContext,
): readonly string[] {
  const prefix = name.slice(0, name.length - lastOf(name).length);
  const hinted = [...(error.hint ?? '').matchAll(/"([^"]+)"/g)].map(([, one]) => lastOf(one!));
  const near = closest(lastOf(name), hinted);
  const columns = near.length > 0 ? [] : relationsAround(node, context).flatMap(columnNames);
  return [...near, ...closest(lastOf(name), columns)].map((one) => `${prefix}${one}`);
}

const columnNames = ({ columns }: CatalogRelation) => columns.map(({ name }) => name);

/** The relations that a column may be of: the one that it is qualified with, or all that are in reach. */
export function relationsAround(
  node: SyntaxNode | undefined,
  context: QueryContext,
): readonly CatalogRelation[] {
  if (node === undefined) return [];
  const qualifier = node.kind === 'ColumnRef' ? namesIn(node.members['fields']).at(-2) : undefined;
  return [node, ...ancestorsOf(node)]
    .filter(({ kind }) => STATEMENTS.has(kind))
    .flatMap(fromItems)
    .filter((item) => qualifier === undefined || item.name === qualifier)
    .map((item) => findRelation(item.node.members, context))
    .filter((relation) => relation !== undefined);
}

/** `users.id` of `users u` means u: the alias hides the name. */
function aliasesLike(name: string, node: SyntaxNode | undefined): readonly string[] {
  const items = (node === undefined ? [] : [...ancestorsOf(node)])
    .filter(({ kind }) => STATEMENTS.has(kind))
    .flatMap(fromItems);
  const hidden = items.filter((item) => item.aliased && item.node.members['relname'] === name);
  const names = hidden.map((item) => item.name);
  return names.length > 0
    ? names
    : closest(
        name,
        items.map((item) => item.name),
      );
}

/** Relations of the path with a similar name, and of any schema with the same. */
export function relationsLike(written: string, { catalog, path }: QueryContext): readonly string[] {
  const [schema, name] = written.includes('.')
    ? [written.slice(0, written.lastIndexOf('.')), lastOf(written)]
    : [undefined, written];
  const here: string[] = [];
  const elsewhere: string[] = [];
  for (const { kind, schema: one, name: other } of catalog.relations) {
    if (kind === 'index' || kind === 'composite_type' || kind === 'system_relation') continue;
    const isHere = schema === undefined ? path.includes(one) : one === schema;
    if (isHere) here.push(other);
    else if (other === name) elsewhere.push(path.includes(one) ? other : `${one}.${other}`);
  }
  const prefix = schema === undefined ? '' : `${schema}.`;
  const near = closest(name, here).map((one) => `${prefix}${one}`);
  return [...elsewhere.slice(0, 2), ...near].slice(0, 3);
}

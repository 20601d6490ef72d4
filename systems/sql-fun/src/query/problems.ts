import type { CatalogRelation } from '../catalog/catalog.js';
import { STUB_SCHEMA } from '../dump/loaded-dump.js';
import { closest } from '../text/names.js';
import { findRelation, type AnalyzeOptions, type Draft } from './analysis.js';
import type { FoundProblem, QueryContext } from './analysis.js';
import { isAboutTypes } from './reasons.js';
import type { FromItem, SyntaxNode } from './syntax.js';
import { inSql } from './tokens.js';

/** The words near a mistake can be all the rest of the text. */
const LONGEST = 300;

/** PostgreSQL's words as a sentence, without the schema that stubs are in: the dump does not have it. */
export function sentence(message: string): string {
  const one = message.replaceAll(`${STUB_SCHEMA}.`, '').replaceAll(/\s+/g, ' ').trim();
  const short = one.length > LONGEST ? `${one.slice(0, LONGEST)}…` : one;
  // A first word with more than letters is a name: `pr(integer) is a procedure`.
  const begun = short.replace(/^[a-z](?=[a-z]*\s)/, (letter) => letter.toUpperCase());
  return /[.…]$/.test(begun) ? begun : `${begun}.`;
}

/** The problem as it is reported; undefined if it is only about a stub of a view. */
export async function toDraft(
  found: FoundProblem,
  context: AnalyzeOptions,
): Promise<Draft | undefined> {
  const { error, node, offset, reason, code, target, name } = found;
  const { unknownExtensions: extensions } = context;
  const relation = node?.kind === 'RangeVar' ? findRelation(node.members, context) : undefined;
  if (error.code === '55000' && relation && context.isStubView?.(relation.oid)) return undefined;
  const message = sentence(error.message);
  const about = { target, name, message, offset };
  const meant = didYouMean(found, context);
  const isOfTable = reason === 'COLUMN_NOT_FOUND' && error.ofType === undefined;
  const table = isOfTable ? (found.table ?? tableOf(node, context)) : undefined;
  if (code === 'not_found') {
    context.lock?.missing({ ...found, ...(table && { table }) }, context.path, meant);
  }
  if (code === 'unresolved' || usesUnresolved(found, context)) {
    return { code: 'unresolved', severity: 'note', ...about };
  }
  const origin =
    extensions.length > 0 && (await mayBeElsewhere(found, context, meant))
      ? `It may come from ${extensions.join(' or ')}, which is not loaded here.`
      : target === 'collation' && namesLocale(name)
        ? 'Which collations of this kind there are depends on the server.'
        : undefined;
  if (origin !== undefined) {
    return { code: 'unresolved', severity: 'note', ...about, message: `${message} ${origin}` };
  }
  return {
    ...{ code, severity: 'error', reason, sqlstate: error.code, ...about },
    ...(table !== undefined && { table }),
    ...(meant.length > 0 && { didYouMean: meant }),
  };
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Whether a server may have the collation from its system: `sv-x-icu`, `de_DE.utf8`. PGlite has only a few of them; `xx_YY` exists nowhere. */
function namesLocale(name: string): boolean {
  const [, language, region] =
    /(?:^|\.)([a-z]{2,3})(?:_([A-Z]{2})(?:\W|$)|[-\w]{0,40}-x-icu$)/.exec(name) ?? [];
  if (language === undefined || LANGUAGES.of(language) === undefined) return false;
  return region === undefined || REGIONS.of(region) !== undefined;
}

/** Whether an extension may have it. It may also create schemas, which no dump has. */
async function mayBeElsewhere(
  { error, code, target, name }: FoundProblem,
  { catalog }: QueryContext,
  meant: readonly string[],
): Promise<boolean> {
  if (target === 'schema') return meant.length === 0;
  if (target === 'function' || target === 'type') return code === 'not_found';
  if (target !== 'operator' || error.code !== '42883') return false;
  return !(await catalog.operators()).has(lastOf(name));
}

function usesUnresolved({ error, node }: FoundProblem, context: QueryContext): boolean {
  if (node === undefined || !isAboutTypes(error.code)) return false;
  const columns = relationsAround(node, context)
    .flatMap((relation) => relation.columns)
    .filter(({ unresolved }) => unresolved)
    .map(({ name }) => name);
  return node.all('ColumnRef').some(({ fields }) => columns.includes(fields.at(-1)!));
}

/** The table of a missing column: the one that it is qualified with, the target, or the only one. */
function tableOf(node: SyntaxNode | undefined, context: QueryContext): string | undefined {
  const statement = node?.statement;
  if (node === undefined || statement === undefined) return undefined;
  const { target } = statement;
  if (node.kind !== 'ColumnRef') return target && String(target.members['relname']);
  const qualifier = node.fields.at(-2);
  const [relation] = relationsAround(node, context);
  if (qualifier !== undefined) return relation?.name ?? qualifier;
  return statement.fromItems.length === 1 ? relation?.name : undefined;
}

/** Names that may have been meant: from PostgreSQL's hint, or else from the catalog. */
function didYouMean(problem: FoundProblem, context: QueryContext): readonly string[] {
  const { name, target, node, code, error } = problem;
  if (code !== 'not_found' || name === '' || error.ofType === true) return [];
  if (target === 'column') return columnsLike(problem, context);
  if (target === 'alias') return aliasesLike(lastOf(name), node);
  if (target === 'schema') return closest(name, context.catalog.schemas).map(inSql);
  if (target === 'table' || target === 'view') return relationsLike(name, context);
  if (target === 'function') return closest(lastOf(name), context.catalog.functions).map(inSql);
  return [];
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** The hint has the names in quotes: "users.email". */
function columnsLike({ error, name, node }: FoundProblem, context: QueryContext): string[] {
  const last = lastOf(name);
  const prefix = name.slice(0, name.length - last.length);
  const hinted = [...(error.hint ?? '').matchAll(/"([^"]+)"/g)].map(([, one]) => lastOf(one!));
  const near = closest(last, hinted);
  const found =
    near.length > 0 ? near : closest(last, relationsAround(node, context).flatMap(columnNames));
  return found.map((one) => `${prefix}${inSql(one)}`);
}

const columnNames = ({ columns }: CatalogRelation): readonly string[] =>
  columns.map(({ name }) => name);

/** The relations that a column may be of: the one that it is qualified with, or all that are in reach. */
function relationsAround(node: SyntaxNode | undefined, context: QueryContext): CatalogRelation[] {
  const qualifier = node?.kind === 'ColumnRef' ? node.fields.at(-2) : undefined;
  return (node?.itemsAround ?? [])
    .filter((item) => qualifier === undefined || item.name === qualifier)
    .map((item) => findRelation(item.node.members, context))
    .filter((relation) => relation !== undefined);
}

/** `users.id` of `users u` means u: the alias hides the name. */
function aliasesLike(name: string, node: SyntaxNode | undefined): readonly string[] {
  const items = node?.itemsAround ?? [];
  const hidden = items.filter(({ node }) => node.alias && node.members['relname'] === name);
  const names = (some: readonly FromItem[]) => some.map((item) => item.name);
  return (hidden.length > 0 ? names(hidden) : closest(name, names(items))).map(inSql);
}

/** Whether it is a table or a view of the schema. */
export const isTable = ({ kind }: CatalogRelation): boolean =>
  !/^(?:index|composite_type|system_relation|sequence)$/.test(kind);

/** Relations of the path with a similar name, and of any schema with the same. */
export function relationsLike(
  written: string,
  { catalog, path }: Pick<QueryContext, 'catalog' | 'path'>,
  isMeant = isTable,
): readonly string[] {
  const name = lastOf(written);
  const prefix = written.slice(0, written.length - name.length);
  const here: string[] = [];
  const elsewhere: string[] = [];
  for (const { schema: one, name: other } of [...catalog.relations].filter(isMeant)) {
    if (prefix === '' ? path.includes(one) : `${one}.` === prefix) here.push(other);
    else if (other === name)
      elsewhere.push([...(path.includes(one) ? [] : [one]), other].map(inSql).join('.'));
  }
  const near = closest(name, here).map((one) => `${prefix}${inSql(one)}`);
  return [...elsewhere.slice(0, 2), ...near].slice(0, 3);
}

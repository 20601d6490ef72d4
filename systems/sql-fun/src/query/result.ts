import type { DatabaseCatalog, CatalogRelation } from '../catalog/catalog.js';
import { SUBLINKS, type TreeNode } from './analysed-tree.js';
import type { AnalysedColumn, Parameter, Touched } from './analysis.js';
import type { FoundProblems } from './find-problems.js';
import { nullableColumns } from './nullability.js';

export async function resultOf(
  verdict: FoundProblems | undefined,
  nodes: readonly TreeNode[],
  hasColumns: boolean,
  catalog: DatabaseCatalog,
): Promise<{ readonly columns: AnalysedColumn[]; readonly parameters: Parameter[] }> {
  const columns: AnalysedColumn[] = [];
  const parameters: Parameter[] = [];
  const { described, outputs = [], untyped, problems = [] } = verdict ?? {};
  const spelled = async (type: number, modifier?: number): Promise<{ type?: string }> => {
    const name = await catalog.typeName(type, modifier);
    return name === undefined ? {} : { type: name };
  };
  const given = (hasColumns && described?.columns) || [];
  // Where columns are masked, PostgreSQL may give them other names.
  const written = outputs.length === given.length ? outputs : [];
  const query = nodes.find(({ kind }) => kind === 'QUERY');
  const expressions = query?.outputs ?? [];
  const types = expressions.map(typeOf);
  // Beside a `*` it is not known which one is masked: a NULL is.
  const isNull = (one: TreeNode | undefined) =>
    one?.kind === 'CONST' && one.is('constisnull', 'true') && problems.length > 0;
  const nullable = hasColumns && query ? nullableColumns(query, catalog) : [];
  for (const [n, { type, modifier, ...column }] of given.entries()) {
    const { name = column.name, isMasked = isNull(expressions[n]) } = written[n] ?? {};
    // Describe says what a domain is made of, and not its name. A domain has no modifier.
    const own = types[n] ?? type;
    columns.push({
      name,
      ...(!isMasked && (await spelled(own, own === type ? modifier : -1))),
      nullable: isMasked ? 'unknown' : (nullable[n] ?? 'unknown'),
    });
  }
  const known = described?.parameters ?? [];
  for (let n = 0; n < Math.max(known.length, described ? (verdict?.parameters ?? 0) : 0); n++) {
    const isTyped = n < known.length && !untyped?.has(n + 1);
    parameters.push({ number: n + 1, ...(isTyped && (await spelled(known[n]!))) });
  }
  return { columns, parameters };
}

/** The field that has the type of an expression, for those whose type can be a domain. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ VAR: 'vartype', PARAM: 'paramtype', FUNCEXPR: 'funcresulttype', OPEXPR: 'opresulttype' },
  ...{ FIELDSELECT: 'resulttype', RELABELTYPE: 'resulttype', COERCETODOMAIN: 'resulttype' },
  ...{ SUBSCRIPTINGREF: 'refrestype', CASEEXPR: 'casetype', COALESCEEXPR: 'coalescetype' },
  ...{ MINMAXEXPR: 'minmaxtype', AGGREF: 'aggtype', WINDOWFUNC: 'wintype' },
  NULLIFEXPR: 'opresulttype',
};

/** The type of an expression; undefined if it cannot be a domain. */
function typeOf(expression: TreeNode | undefined): number | undefined {
  if (expression === undefined) return undefined;
  if (expression.kind === 'COLLATEEXPR') return typeOf(expression.node('arg'));
  if (expression.kind === 'SUBLINK' && expression.number('subLinkType') === SUBLINKS.scalar) {
    return typeOf(expression.node('subselect')?.outputs[0]);
  }
  if (/^JSON(?:EXPR|CONSTRUCTOREXPR)$/.test(expression.kind)) {
    return expression.node('returning')?.number('typid');
  }
  const field = TYPES[expression.kind];
  return field === undefined ? undefined : expression.number(field);
}

/** A relation that a statement reads or writes, by the numbers of the catalog. */
export interface TouchedColumns {
  readonly relation: number;
  /** Numbers of columns; 0 is the whole row. Undefined: it is not read. */
  readonly read?: readonly number[] | undefined;
  /** Empty where rows are only deleted. Undefined: it is not written. */
  readonly written?: readonly number[] | undefined;
}

/** PostgreSQL counts columns in permission lists from the lowest system column. */
const LOWEST = -7;
const [INSERT, SELECT, UPDATE, DELETE] = [1, 2, 4, 8] as const;

/** What the statement needs permissions for: PostgreSQL's own list of columns read and written. */
export function touchedColumns(nodes: readonly TreeNode[]): readonly TouchedColumns[] {
  const entries = nodes.filter(({ kind }) => kind === 'RTEPERMISSIONINFO');
  return entries.map((entry) => {
    const columns = (permissions: number, ...fields: string[]) =>
      (entry.number('requiredPerms') & permissions) === 0
        ? undefined
        : fields.flatMap((field) => entry.numbers(field).map((member) => member + LOWEST));
    return {
      relation: entry.number('relid'),
      read: columns(SELECT, 'selectedCols'),
      written: columns(INSERT | UPDATE | DELETE, 'insertedCols', 'updatedCols'),
    };
  });
}

export function namedTouched(
  all: readonly TouchedColumns[],
  which: 'read' | 'written',
  catalog: DatabaseCatalog,
  without?: ReadonlySet<string>,
): readonly Touched[] {
  const byRelation = new Map<CatalogRelation, Set<string>>();
  for (const { relation: oid, [which]: numbers } of all) {
    const relation = catalog.relation(oid);
    if (numbers === undefined || relation === undefined) continue;
    const names = byRelation.get(relation) ?? new Set();
    byRelation.set(relation, names);
    for (const { number, name } of relation.columns) {
      const isTouched = numbers.includes(number) || numbers.includes(0);
      if (isTouched && !without?.has(name)) names.add(name);
    }
  }
  return [...byRelation]
    .map(([{ schema, name }, names]) => ({ schema, name, columns: [...names].sort() }))
    .sort((a, b) => (`${a.schema}\0${a.name}` < `${b.schema}\0${b.name}` ? -1 : 1));
}

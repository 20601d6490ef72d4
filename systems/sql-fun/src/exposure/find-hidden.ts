import { parseSync } from 'libpg-query';
import type { FoundProblem } from '../query/analysis.js';
import { literalName } from '../query/reasons.js';
import { namesIn, type Members, type SyntaxNode } from '../query/syntax.js';
import { walkNames, type NameVisitor } from './name-walk.js';
import { mayHave, relationSource, sourceNamed, sourcesIn } from './sources.js';
import type { NameRules, NameSource, WrittenRelation } from './sources.js';

export interface NameLock extends NameRules {
  readonly types: ReadonlySet<string>;
  /** What earlier statements of the text created. Each call adds to it. */
  readonly made?: Set<string>;
}

export interface HiddenName {
  readonly target: string;
  readonly name: string;
}

/** The first lock: the first name that may not be seen. It knows the policy and the text, not the database, so it cannot tell what exists. */
export function findHidden(sql: string, lock: NameLock): HiddenName | undefined {
  const hidden: HiddenName[] = [];
  const { stmts = [] } = parseSync(sql) as { stmts?: { stmt: Members }[] };
  for (const { stmt } of stmts) {
    const [kind, members] = Object.entries(stmt)[0] as [string, Members];
    walkNames({ kind, members }, lock, refusing(lock, hidden), lock.made);
    const [name] = NUMBERED.exec(JSON.stringify(stmt).replaceAll(/[\\"]/g, '')) ?? [];
    if (name !== undefined) hidden.push({ target: 'name', name });
  }
  return hidden[0];
}

/** Names with numbers that count everything, which PostgreSQL also reads from strings: `'pg_toast.pg_toast_16400'::regclass`. */
const NUMBERED = /pg_toast|RI_ConstraintTrigger/i;

type MissingName = Pick<FoundProblem, 'node' | 'target'>;

/** The hidden thing that a name may mean which PostgreSQL does not find. Undefined: all that it could mean may be seen, so it is missing. */
export function hiddenName(found: MissingName, rules: NameRules): HiddenName | undefined {
  const { node } = found;
  if (node === undefined) return undefined;
  const { kind, members } = node;
  const literal = literalName(node);
  if (literal !== undefined && /^(?:table|schema)$/.test(found.target)) {
    const [name = '', schema] = literal.toReversed();
    if (schema !== undefined && !rules.exposure.schema(schema))
      return { target: 'schema', name: schema };
    const isSeen = relationSource({ schema, name }, rules).relations?.length !== 0;
    return isSeen ? undefined : { target: 'table', name: literal.join('.') };
  }
  if (kind === 'ColumnRef') {
    const name = namesIn(members['fields']).join('.');
    return hidesColumn(node, rules) ? { target: 'column', name } : undefined;
  }
  const target =
    kind === 'FuncCall' ? 'function' : kind.toLowerCase() === 'typename' ? 'type' : undefined;
  if (target === undefined) return undefined;
  const [name, second] = namesIn(members[target === 'function' ? 'funcname' : 'names']);
  const seesPath = rules.path.every((schema) => seesAllOf(schema, rules));
  return name === undefined || second !== undefined || seesPath ? undefined : { target, name };
}

function hidesColumn(node: SyntaxNode, rules: NameRules): boolean {
  let root = node;
  while (root.parent !== undefined) root = root.parent;
  let meant: readonly (NameSource | undefined)[] = [];
  const column: NameVisitor['column'] = (ref, scope) => {
    if (ref !== node.members) return;
    const parts = namesIn(ref['fields']);
    meant = parts.length === 1 ? sourcesIn(scope) : [sourceNamed(scope, parts.slice(-3, -1))];
  };
  walkNames(root, rules, { column });
  return meant.some((source) => source?.hides === true);
}

/** Functions, types and operators of PostgreSQL itself are not hidden. */
function seesAllOf(schema: string, { exposure }: NameRules): boolean {
  return schema === 'pg_catalog' || exposure.everythingOf(schema);
}

function refusing(lock: NameLock, hidden: HiddenName[]): NameVisitor {
  const { exposure, types } = lock;
  const refuse = (target: string, name: string) => hidden.push({ target, name });
  const schema = (name: string) => void (exposure.schema(name) || refuse('schema', name));
  return {
    schema,
    relation(range) {
      if (range.schema !== undefined) schema(range.schema);
      if (relationSource(range, lock).relations?.length === 0) refuse('table', written(range));
    },
    other(target, parts) {
      const namespace = parts.at(-2);
      if (namespace === undefined || seesAllOf(namespace, lock)) return;
      const isSeen = target === 'type' && types.has(parts.slice(-2).join('.'));
      if (!isSeen) refuse(target, parts.join('.'));
    },
    column(ref, scope, soft) {
      const parts = namesIn(ref['fields']);
      const [column = '', name] = [parts.at(-1), parts.join('.')];
      if (column === '*') return;
      if (parts.length > 1) {
        const source = sourceNamed(scope, parts.slice(-3, -1));
        if (source && !mayHave(source, column, lock)) refuse('column', name);
        return;
      }
      const sources = sourcesIn(scope);
      if (soft || sources.some((source) => mayHave(source, column, lock))) return;
      if (sources.some(({ hides }) => hides)) refuse('column', name);
    },
    columnOf(source, column) {
      if (!mayHave(source, column, lock)) refuse('column', column);
    },
    // How many values fit would tell how many columns are hidden.
    allColumnsOf(source, range) {
      if (source.hides) refuse('column', `${written(range)}.*`);
    },
  };
}

const written = ({ schema, name }: WrittenRelation) =>
  schema === undefined ? name : `${schema}.${name}`;

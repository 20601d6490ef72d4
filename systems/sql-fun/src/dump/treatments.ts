import type { Node } from 'libpg-query';
import { SourceText, type Span } from '../text/index.js';
import {
  alterTable,
  createTable,
  createTableAs,
  createView,
  selectStatement,
} from './relations.js';
import { omit, type Definition, type Treatment } from './definition.js';
import { hasExtension, isLanguage } from './extensions.js';
import {
  isConstant,
  isDeeperThan,
  objectsIn,
  only,
  quoted,
  relationParts,
  strings,
  type NodeOf,
} from './nodes.js';
import { LANGUAGES, OBJECT_OMISSIONS, OMISSIONS, RUNS, SETTINGS } from './omissions.js';
import { clausesFrom, isWord, outerTokens, partsFrom, type Edit } from './rewriting.js';
import { searchPathOf, setSearchPath } from './search-path.js';
import { isForC, routineEdit, stubType } from './stubs.js';
import { columnPieces, domainEdits } from './table-pieces.js';

type Kind = Node extends infer N ? (N extends unknown ? keyof N : never) : never;
type Treat<K extends string> = (statement: NodeOf<K>, text: string) => Treatment;

/** What is done with a statement. Its node has locations in bytes of this text. */
export function treatmentOf(node: Node, text: string): Treatment {
  if (text.length > DEPTH && isDeeperThan(node, DEPTH)) return omit(TOO_DEEP);
  const [[kind, members]] = Object.entries(node) as [[Kind, never]];
  const treat = Object.hasOwn(TREATMENTS, kind) ? TREATMENTS[kind] : undefined;
  if (treat !== undefined) return (treat as Treat<Kind>)(members, text);
  return omit(OMISSIONS[kind] ?? `Statements of this kind are not loaded: ${kind}.`);
}

/** PGlite breaks on a statement that is two to three times as deep, without an error. */
const DEPTH = 1_000;
const TOO_DEEP = 'The statement is nested too deeply.';

const TREATMENTS: { readonly [K in Kind]?: Treat<K> } = {
  CreateStmt: createTable,
  CreateForeignTableStmt: ({ base, servername = '' }, text) => ({
    ...(createTable(base ?? {}, text) as Definition),
    helpers: [
      'CREATE FOREIGN DATA WRAPPER sql_fun_stub',
      `CREATE SERVER ${quoted(servername)} FOREIGN DATA WRAPPER sql_fun_stub`,
    ],
  }),
  AlterTableStmt: alterTable,
  ViewStmt: createView,
  CreateTableAsStmt: createTableAs,
  SelectStmt: (select, text) => searchPathOf(select) ?? selectStatement(select, text),
  IndexStmt: createIndex,
  CreateSeqStmt: ({ sequence }, text) =>
    as(relationParts(sequence ?? {}), text, { relation: true }),
  CompositeTypeStmt: ({ typevar, coldeflist }, text) =>
    as(relationParts(typevar ?? {}), text, {
      relation: true,
      pieces: () =>
        only('ColumnDef', coldeflist).flatMap((column) => {
          const source = new SourceText(text);
          const start = source.offset(column.location ?? 0);
          const [{ end }] = partsFrom(text, start) as [Span];
          return columnPieces(column, { start, end }, source);
        }),
    }),
  CreateFunctionStmt: (routine, text) => {
    const name = strings(routine.funcname);
    if (name.length > 1 && name[0] === 'pg_catalog') {
      return omit('Functions of PostgreSQL itself are not replaced.', name.join('.'));
    }
    if (isForC(routine)) {
      return omit('Functions for C code are not created: SQL cannot call them.', name.join('.'));
    }
    return as(name, text, { edits: [routineEdit(routine, text)] });
  },
  AlterFunctionStmt: ({ func, actions }, text) =>
    only('DefElem', actions).some(({ defname }) => defname === 'support' || defname === 'set')
      ? omit(SETTINGS)
      : as(strings(func?.objname), text),
  CreateDomainStmt: (domain, text) =>
    as(strings(domain.domainname), text, { edits: domainEdits(domain, text) }),
  AlterDomainStmt: ({ typeName, subtype, def }, text) => {
    // T sets a default, C adds a constraint.
    if (subtype === 'T' && !isConstant(def)) return omit(RUNS);
    const constraints = def && 'Constraint' in def ? [def] : [];
    return as(strings(typeName), text, { edits: domainEdits({ constraints }, text) });
  },
  DefineStmt: ({ kind, defnames, definition }, text) => {
    const name = strings(defnames);
    if (kind !== 'OBJECT_TYPE') return as(name, text);
    if (definition === undefined) return omit('A type without a definition is passed over.');
    const to = `CREATE DOMAIN ${stubType(name.at(-1)!)} AS text`;
    const note = 'The code of this base type is not here: columns of it have no type.';
    return as(name, text, { edits: [{ start: 0, end: text.length, to }], isStub: true, note });
  },
  CreateSchemaStmt: (schema, text) => {
    const role = schema.authrole?.rolename;
    const name = schema.schemaname ?? role ?? '';
    const to = `CREATE SCHEMA ${schema.if_not_exists ? 'IF NOT EXISTS ' : ''}${quoted(name)}`;
    const note = 'What CREATE SCHEMA contains was left out: write it as statements of its own.';
    return global(name, text, {
      edits: [{ start: 0, end: text.length, to }],
      ...(schema.schemaElts && { note }),
    });
  },
  CreateExtensionStmt: ({ extname = '', options }, text) => {
    if (isLanguage(extname)) return omit(LANGUAGES);
    if (!hasExtension(extname)) {
      return omit('The extension is not available: unknown names may come from it.', extname);
    }
    const schema = only('DefElem', options).find(({ defname }) => defname === 'schema')?.arg;
    const into = schema && 'String' in schema ? ` SCHEMA ${quoted(schema.String.sval ?? '')}` : '';
    const to = `CREATE EXTENSION IF NOT EXISTS ${quoted(extname)}${into} CASCADE`;
    return global(extname, text, { edits: [{ start: 0, end: text.length, to }] });
  },
  CreateRoleStmt: ({ role = '' }, text) =>
    global(role, text, {
      edits: [{ start: 0, end: text.length, to: `CREATE ROLE ${quoted(role)}` }],
    }),
  CreatePolicyStmt: (policy, text) => global(policy.policy_name ?? '', text, rolesIn(policy)),
  AlterPolicyStmt: (policy, text) => global(policy.policy_name ?? '', text, rolesIn(policy)),
  CreateFdwStmt: ({ fdwname = '' }, text) =>
    global(fdwname, text, {
      edits: [{ start: 0, end: text.length, to: `CREATE FOREIGN DATA WRAPPER ${quoted(fdwname)}` }],
    }),
  CreateForeignServerStmt: ({ servername = '', fdwname = '' }, text) =>
    global(servername, text, { helpers: [`CREATE FOREIGN DATA WRAPPER ${quoted(fdwname)}`] }),
  VariableSetStmt: ({ name, kind, args }) => {
    if (name !== 'search_path') return omit(SETTINGS);
    if (kind !== 'VAR_SET_VALUE') return setSearchPath(undefined);
    return setSearchPath(only('A_Const', args).flatMap(({ sval }) => sval?.sval || []));
  },
  CreateEventTrigStmt: ({ trigname = '' }) => omit('Event triggers are never created.', trigname),
  AlterEventTrigStmt: () => omit(RUNS),
  CommentStmt: ({ objtype = '' }, text) => about(objtype, [], text),
  DropStmt: ({ removeType = '', objects }, text) => about(removeType, objectName(objects), text),
  RenameStmt: ({ renameType = '', relation }, text) =>
    about(renameType, relation ? relationParts(relation) : [], text),
  AlterObjectSchemaStmt: ({ objectType = '', relation }, text) =>
    about(objectType, relation ? relationParts(relation) : [], text),
  CreateTrigStmt: ({ trigname = '' }, text) => global(trigname, text),
  RuleStmt: ({ rulename = '' }, text) => global(rulename, text),
  CreatePublicationStmt: ({ pubname = '' }, text) => global(pubname, text),
  AlterPublicationStmt: ({ pubname = '' }, text) => global(pubname, text),
  AlterSeqStmt: ({ sequence }, text) => as(relationParts(sequence ?? {}), text),
  CreateEnumStmt: ({ typeName }, text) => as(strings(typeName), text),
  AlterEnumStmt: ({ typeName }, text) => as(strings(typeName), text),
  CreateRangeStmt: ({ typeName }, text) => as(strings(typeName), text),
  CreateStatsStmt: ({ defnames }, text) => as(strings(defnames), text),
  AlterStatsStmt: ({ defnames }, text) => as(strings(defnames), text),
  CreateCastStmt: (_, text) => as([], text),
  CreateOpClassStmt: ({ opclassname }, text) => as(strings(opclassname), text),
  CreateOpFamilyStmt: ({ opfamilyname }, text) => as(strings(opfamilyname), text),
  AlterOpFamilyStmt: ({ opfamilyname }, text) => as(strings(opfamilyname), text),
  AlterOperatorStmt: (_, text) => as([], text),
  AlterTypeStmt: ({ typeName }, text) => as(strings(typeName), text),
  AlterTSDictionaryStmt: ({ dictname }, text) => as(strings(dictname), text),
  AlterTSConfigurationStmt: ({ cfgname }, text) => as(strings(cfgname), text),
};

function as(
  name: readonly string[],
  text: string,
  more: Partial<Omit<Definition, 'name' | 'text'>> = {},
): Definition {
  return { name, text, edits: [], ...more };
}

/** For objects that are in no schema. */
const global = (name: string, text: string, more: Parameters<typeof as>[2] = {}) =>
  as([name], text, { ...more, inSchema: false });

/** A statement about an object of any kind. */
function about(kind: string, name: readonly string[], text: string): Treatment {
  const why = OBJECT_OMISSIONS[kind];
  return why === undefined ? as(name, text) : omit(why);
}

function objectName(objects: readonly Node[] | undefined): string[] {
  const [first] = objects ?? [];
  return first !== undefined && 'List' in first ? strings(first.List.items) : [];
}

/** A role is created when PostgreSQL misses it. */
function rolesIn(statement: object): Pick<Definition, 'helpers'> {
  const names = [...objectsIn(statement)].flatMap(({ roletype, rolename }) =>
    roletype !== undefined && typeof rolename === 'string' ? [rolename] : [],
  );
  return { helpers: names.map((name) => `CREATE ROLE ${quoted(name)}`) };
}

function createIndex(
  { idxname, relation, concurrent, tableSpace }: NodeOf<'IndexStmt'>,
  text: string,
) {
  const edits: Edit[] = [];
  const tokens = [...outerTokens(text, 0)];
  if (concurrent) {
    const word = tokens.find((token) => isWord(token, text, 'concurrently'))!;
    edits.push({ start: word.start, end: word.end, to: '' });
  }
  tokens.forEach((token, index) => {
    if (tableSpace === undefined || !isWord(token, text, 'tablespace')) return;
    edits.push({ start: token.start, end: tokens[index + 1]?.end ?? token.end, to: '' });
  });
  const list = tokens.find(({ start }) => text[start] === '(');
  const table = relationParts(relation ?? {});
  return as(idxname === undefined ? table : [...table.slice(0, -1), idxname], text, {
    edits,
    pieces: () =>
      clausesFrom(text, list?.end ?? 0, ['include', 'nulls', 'with', 'tablespace', 'where'])
        .filter(({ word }) => word === 'with')
        .map(({ start, end }) => ({ start, end, to: '', what: 'The clause WITH', ofServer: true })),
  });
}

import { parseSync, type Node } from 'libpg-query';
import { quoted } from '../text/names.js';
import { SourceText, type Span } from '../text/source-text.js';
import { LANGUAGES, omit, OMISSIONS, RUNS, SETTINGS } from './definition.js';
import { isConstant, isDeeperThan, only, rewrite } from './definition.js';
import { relationParts, strings, clausesFrom, instead } from './definition.js';
import { isWord, outerTokens, partsFrom, tokensFrom } from './definition.js';
import type { DumpDefinition, Treatment, NodeOf } from './definition.js';
import { hasExtension, isLanguage } from './loaded-dump.js';
import { alterTable, createTable, createTableAs, createView, tablePieces } from './relations.js';
import { selectStatement, columnPieces, domainEdits, tablespaceEdits } from './relations.js';
import { isForC, routineEdit, stubType } from './stubs.js';

type Kind = Node extends infer N ? (N extends unknown ? keyof N : never) : never;
type Treat<K extends string> = (statement: NodeOf<K>, text: string) => Treatment;

/** What is done with a statement. Its node has locations in bytes of this text. */
export function treatmentOf(node: Node, text: string): Treatment {
  if (text.length > DEPTH && isDeeperThan(node, DEPTH)) return tooDeep(node, text);
  const [[kind, members]] = Object.entries(node) as [[Kind, never]];
  const treat = Object.hasOwn(TREATMENTS, kind) ? TREATMENTS[kind] : undefined;
  if (treat !== undefined) return (treat as Treat<Kind>)(members, text);
  if (Object.hasOwn(AS_WRITTEN, kind)) {
    const name = members[AS_WRITTEN[kind]!] as string | Node[] | undefined;
    return typeof name === 'string' ? global(name, text) : as(strings(name), text);
  }
  return omit(OMISSIONS[kind] ?? `Statements of this kind are not loaded: ${kind}.`);
}

/** PGlite breaks on a statement that is two to three times as deep, without an error. */
const DEPTH = 1_000;
const TOO_DEEP = 'The statement is nested too deeply.';

/** Of a table, the columns stay, with their types. */
function tooDeep(node: Node, text: string): Treatment {
  const [table] = only('CreateStmt', [node]);
  const pieces = table ? tablePieces(table, text).filter(({ what }) => what !== 'The type') : [];
  if (pieces.length === 0) return omit(TOO_DEEP);
  const { text: bare } = rewrite(text, [], pieces);
  const rest = parseSync(bare).stmts![0]!.stmt!;
  if (isDeeperThan(rest, DEPTH)) return omit(TOO_DEEP);
  return { ...(treatmentOf(rest, bare) as DumpDefinition), note: TOO_DEEP };
}

const TREATMENTS: { readonly [K in Kind]?: Treat<K> } = {
  CreateStmt: createTable,
  CreateForeignTableStmt: ({ base, servername = '' }, text) => ({
    ...(createTable(base ?? {}, text) as DumpDefinition),
    helpers: [
      wrapper('sql_fun_stub'),
      `CREATE SERVER ${quoted(servername)} FOREIGN DATA WRAPPER sql_fun_stub`,
    ],
  }),
  AlterTableStmt: alterTable,
  ViewStmt: createView,
  CreateTableAsStmt: createTableAs,
  SelectStmt: (select, text) => searchPathOf(select) ?? selectStatement(select, text),
  IndexStmt: createIndex,
  CreateSeqStmt: ({ sequence }, text) => as(relationParts(sequence), text),
  CompositeTypeStmt: ({ typevar, coldeflist }, text) =>
    as(relationParts(typevar), text, {
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
    return as(name, text, { edits: [instead(text, to)], isStub: true, note });
  },
  CreateSchemaStmt: (schema, text) => {
    const role = schema.authrole?.rolename;
    const name = schema.schemaname ?? role ?? '';
    const to = `CREATE SCHEMA ${schema.if_not_exists ? 'IF NOT EXISTS ' : ''}${quoted(name)}`;
    const note = 'What CREATE SCHEMA contains was left out: write it as statements of its own.';
    return global(name, text, { edits: [instead(text, to)], ...(schema.schemaElts && { note }) });
  },
  CreateExtensionStmt: ({ extname = '', options }, text) => {
    if (isLanguage(extname)) return omit(LANGUAGES);
    if (!hasExtension(extname)) {
      return omit('The extension is not available: unknown names may come from it.', extname);
    }
    const schema = only('DefElem', options).find(({ defname }) => defname === 'schema')?.arg;
    const into = schema && 'String' in schema ? ` SCHEMA ${quoted(schema.String.sval ?? '')}` : '';
    const to = `CREATE EXTENSION IF NOT EXISTS ${quoted(extname)}${into} CASCADE`;
    return global(extname, text, { edits: [instead(text, to)] });
  },
  CreateRoleStmt: ({ role = '' }, text) =>
    global(role, text, { edits: [instead(text, `CREATE ROLE ${quoted(role)}`)] }),
  CreatePolicyStmt: withRoles,
  AlterPolicyStmt: withRoles,
  CreateFdwStmt: ({ fdwname = '' }, text) =>
    global(fdwname, text, { edits: [instead(text, wrapper(fdwname))] }),
  CreateForeignServerStmt: ({ servername = '', fdwname = '' }, text) =>
    global(servername, text, { helpers: [wrapper(fdwname)] }),
  VariableSetStmt: ({ name, kind, args }) => {
    if (name !== 'search_path' && kind !== 'VAR_RESET_ALL') return omit(SETTINGS);
    if (kind !== 'VAR_SET_VALUE') return setSearchPath(undefined);
    return setSearchPath(only('A_Const', args).flatMap(({ sval }) => sval?.sval || []));
  },
  CreateEventTrigStmt: ({ trigname = '' }) => omit('Event triggers are never created.', trigname),
  AlterEventTrigStmt: () => omit(RUNS),
  CommentStmt: ({ objtype = '' }, text) => about(objtype, [], text),
  DropStmt: ({ removeType = '', objects }, text) =>
    about(removeType, strings(only('List', objects)[0]?.items), text),
  RenameStmt: ({ renameType = '', relation }, text) =>
    about(renameType, relation ? relationParts(relation) : [], text),
  AlterObjectSchemaStmt: ({ objectType = '', relation }, text) =>
    about(objectType, relation ? relationParts(relation) : [], text),
  AlterSeqStmt: ({ sequence }, text) => as(relationParts(sequence), text),
};

/** Statements that are executed as they are: the member that has the name, which is in no schema where it is a text. */
const AS_WRITTEN: Readonly<Record<string, string>> = {
  ...{ CreateTrigStmt: 'trigname', RuleStmt: 'rulename' },
  ...{ CreatePublicationStmt: 'pubname', AlterPublicationStmt: 'pubname' },
  ...{ CreateEnumStmt: 'typeName', AlterEnumStmt: 'typeName', CreateRangeStmt: 'typeName' },
  ...{ AlterTypeStmt: 'typeName', CreateStatsStmt: 'defnames', AlterStatsStmt: 'defnames' },
  ...{ CreateOpClassStmt: 'opclassname', CreateOpFamilyStmt: 'opfamilyname' },
  ...{ AlterOpFamilyStmt: 'opfamilyname', AlterTSDictionaryStmt: 'dictname' },
  ...{ AlterTSConfigurationStmt: 'cfgname', CreateCastStmt: '', AlterOperatorStmt: '' },
};

type More = Partial<Omit<DumpDefinition, 'name' | 'text'>>;

function as(name: readonly string[], text: string, more: More = {}): DumpDefinition {
  return { name, text, edits: [], ...more };
}

const global = (name: string, text: string, more: More = {}) =>
  as([name], text, { ...more, inSchema: false });

function about(kind: string, name: readonly string[], text: string): Treatment {
  const why = OMISSIONS[kind];
  return why === undefined ? as(name, text) : omit(why);
}

const wrapper = (name: string) => `CREATE FOREIGN DATA WRAPPER ${quoted(name)}`;

/** A policy. A role is created when PostgreSQL misses it. */
function withRoles({ policy_name = '', roles }: NodeOf<'CreatePolicyStmt'>, text: string) {
  const names = only('RoleSpec', roles).flatMap(({ rolename }) => rolename ?? []);
  const helpers = names.map((name) => `CREATE ROLE ${quoted(name)}`);
  return global(policy_name, text, { helpers });
}

function createIndex(index: NodeOf<'IndexStmt'>, text: string): DumpDefinition {
  const { idxname, relation, concurrent, tableSpace } = index;
  const tokens = [...outerTokens(text, 0)];
  const words = tokens.filter((token) => concurrent && isWord(token, text, 'concurrently'));
  const edits = words.map(({ start, end }) => ({ start, end, to: '' }));
  if (tableSpace !== undefined) edits.push(...tablespaceEdits(text));
  const list = tokens.find(({ start }) => text[start] === '(');
  const table = relationParts(relation);
  return as(idxname === undefined ? table : [...table.slice(0, -1), idxname], text, {
    edits,
    pieces: () =>
      clausesFrom(text, list?.end ?? 0, ['include', 'nulls', 'with', 'tablespace', 'where'])
        .filter(({ word }) => word === 'with')
        .map(({ start, end }) => ({ start, end, to: '', what: 'The clause WITH', ofServer: true })),
  });
}

/** pg_dump sets the search path by `SELECT pg_catalog.set_config('search_path', '', false)`. */
function searchPathOf({ targetList }: NodeOf<'SelectStmt'>): DumpDefinition | undefined {
  const [target, more] = only('ResTarget', targetList);
  const call = target?.val;
  if (more !== undefined || call === undefined || !('FuncCall' in call)) return undefined;
  if (strings(call.FuncCall.funcname).at(-1) !== 'set_config') return undefined;
  const [setting, value] = only('A_Const', call.FuncCall.args).map(({ sval }) => sval?.sval ?? '');
  if (setting !== 'search_path' || value === undefined) return undefined;
  const path = [...tokensFrom(value, 0)].flatMap(({ kind, start, end }) => {
    const name = value.slice(start, end);
    return kind === 'word' ? name.toLowerCase() : kind === 'quoted' ? name.slice(1, -1) : [];
  });
  return setSearchPath(path);
}

function setSearchPath(path: readonly string[] | undefined): DumpDefinition {
  const value = path?.length === 0 ? "''" : path?.map(quoted).join(', ');
  const text = value === undefined ? 'RESET search_path' : `SET search_path = ${value}`;
  return as([], text, { searchPath: path ?? ['public'] });
}

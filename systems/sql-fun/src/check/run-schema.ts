import { resolve } from 'node:path';
import type { Touched } from '../query/analysis.js';
import { align } from '../text/index.js';
import { checkFiles, withJudge } from './check-files.js';
import type { CheckIo, ListedColumn, ListedObject, RunCommand } from './check-io.js';
import type { CheckedSource, CheckedStatement, Finding } from './check-source.js';
import { findFiles } from './find-files.js';
import { findSchema } from './find-schema.js';
import { counted, findingJson, renderFindings } from './formats.js';

/** `errata sql describe`: what each statement takes, returns, reads and writes. 1 where a statement is wrong. */
export const runSqlDescribe: RunCommand = async (paths, flags, open, io) => {
  const schema = await findSchema(flags, io.folder);
  const files = await findFiles(paths, { folder: io.folder, except: schema.files });
  const checked = await withJudge(open, schema, io, (judge) => checkFiles(files, judge, flags, io));
  const sources = [...checked.values()];
  const statements = sources.flatMap((source) => source.statements);
  const findings = sources
    .flatMap((source) => source.findings)
    .filter(({ severity }) => severity === 'error');
  if (flags.format === 'json') {
    const described = { statements: statements.map(toJson), findings: findings.map(findingJson) };
    io.out(`${JSON.stringify(described)}\n`);
  } else {
    io.out(statements.map((one) => `${render(one, io)}\n\n`).join(''));
    io.out(renderFindings({ findings, sources }, io));
  }
  return findings.length > 0 ? 1 : 0;
};

function toJson({ file, line, name, parameterNames, analysis }: CheckedStatement) {
  const { kind, columns, reads, writes } = analysis;
  return {
    ...{ file, line, name: name ?? null, kind },
    columns: columns.map(({ name, type = null, nullable }) => ({ name, type, nullable })),
    parameters: analysis.parameters.map(({ number, type = null }) => ({
      ...{ number, name: parameterNames.get(number) ?? null, type },
    })),
    ...{ reads, writes },
  };
}

const NULLABLE = { true: 'null', false: 'not null', unknown: '' } as const;

function render(statement: CheckedStatement, { colors }: CheckIo): string {
  const { file, line, name, kind, columns, parameters, reads, writes } = toJson(statement);
  const touched = ({ schema, name, columns }: Touched) => [`${schema}.${name}`, columns.join(', ')];
  const blocks: Readonly<Record<string, readonly (readonly string[])[]>> = {
    parameters: parameters.map((one) => [`$${one.number}`, one.type ?? '?', one.name ?? '']),
    columns: columns.map((one) => [one.name, one.type ?? '?', NULLABLE[`${one.nullable}`]]),
    reads: reads.map(touched),
    writes: writes.map(touched),
  };
  const lines = Object.entries(blocks).flatMap(([title, rows]) =>
    rows.length === 0 ? [] : [`  ${title}`, align(rows).replaceAll(/^/gm, '    ')],
  );
  return [`${colors.bold(`${file}:${line}`)} ${kind} ${name ?? ''}`.trimEnd(), ...lines].join('\n');
}

/** `errata sql schema list` */
export const runSqlSchemaList: RunCommand = async (_, flags, open, io) => {
  const schema = await findSchema(flags, io.folder);
  const objects = await withJudge(open, schema, io, (judge) => judge.list());
  if (flags.format === 'json') {
    io.out(`${JSON.stringify({ objects })}\n`);
    return 0;
  }
  const rows = objects.map((one) => [
    ...[one.kind, nameOf(one), one.columns ? counted(one.columns.length, 'column') : ''],
  ]);
  io.out(rows.length === 0 ? '' : `${align(rows)}\n`);
  io.out(`${counted(objects.length, 'object')} in ${schema.name}\n`);
  return 0;
};

const nameOf = ({ namespace, name }: ListedObject): string => `${namespace}.${name}`;

/** `errata sql schema diff`: what changed between two dumps, and which queries it breaks. 1 where one breaks. */
export const runSqlSchemaDiff: RunCommand = async (
  [oldFile = '', newFile = '', ...paths],
  flags,
  open,
  io,
) => {
  const { folder } = io;
  const except = new Set([resolve(folder, oldFile), resolve(folder, newFile)]);
  const files = await findFiles(paths, { folder, except });
  const read = async (name: string) => {
    const schema = await findSchema({ ...flags, schema: name }, folder);
    return withJudge(open, schema, io, async (judge) => ({
      sources: [...(await checkFiles(files, judge, flags, io)).values()],
      objects: await judge.list(),
    }));
  };
  // One after the other: each takes the memory of a database.
  const before = await read(oldFile);
  const after = await read(newFile);
  const changes = diffObjects(before.objects, after.objects);
  const findings = brokenBy(before.sources, after.sources);
  if (flags.format === 'json') {
    io.out(`${JSON.stringify({ changes, findings: findings.map(findingJson) })}\n`);
  } else {
    io.out(changes.map((one) => `${renderChange(one)}\n`).join(''));
    const { sources } = after;
    io.out(findings.length === 0 ? '' : `\n${renderFindings({ findings, sources }, io)}`);
    const errors = `${counted(findings.length, 'new error')} in ${counted(files.length, 'file')}`;
    io.out(`${counted(changes.length, 'change')}${files.length === 0 ? '' : `; ${errors}`}\n`);
  }
  return findings.length > 0 ? 1 : 0;
};

/** Errors of the new schema that the old one does not have. */
function brokenBy(before: readonly CheckedSource[], after: readonly CheckedSource[]): Finding[] {
  const keyOf = ({ file, offset, reason, message }: Finding) =>
    JSON.stringify([file, offset, reason, message]);
  const known = new Set(before.flatMap(({ findings }) => findings.map(keyOf)));
  return after
    .flatMap(({ findings }) => findings)
    .filter((one) => one.severity === 'error' && !known.has(keyOf(one)));
}

interface SchemaChange {
  readonly change: 'added' | 'removed' | 'changed';
  /** `column`, or the kind of the object. */
  readonly kind: string;
  /** `public.users`, or `public.users.email`. */
  readonly name: string;
  /** Of a column: type and nullability. Null where there is nothing to say. */
  readonly old: string | null;
  readonly new: string | null;
}

const MARKS = { added: '+', removed: '-', changed: '~' } as const;

function renderChange({ change, kind, name, old, new: now }: SchemaChange): string {
  const facts = [old, now].filter((one) => one !== null).join(' -> ');
  return `${MARKS[change]} ${kind} ${name}${facts === '' ? '' : `: ${facts}`}`;
}

/** What differs between two schemas: objects, and columns of those that both have. */
export function diffObjects(
  before: readonly ListedObject[],
  after: readonly ListedObject[],
): readonly SchemaChange[] {
  const pairs = [...paired(byKey(before), byKey(after))].sort(([a], [b]) => (a < b ? -1 : 1));
  return pairs.flatMap(([, [old, now]]): SchemaChange[] => {
    if (old !== undefined && now !== undefined) return columnChanges(old, now);
    const change = old === undefined ? 'added' : 'removed';
    const object = (old ?? now)!;
    return [{ change, kind: object.kind, name: nameOf(object), old: null, new: null }];
  });
}

function columnChanges(old: ListedObject, now: ListedObject): SchemaChange[] {
  return [...paired(factsOf(old), factsOf(now))].flatMap(([column, facts]): SchemaChange[] => {
    const [before = null, after = null] = facts;
    if (before === after) return [];
    const change = before === null ? 'added' : after === null ? 'removed' : 'changed';
    return [{ change, kind: 'column', name: `${nameOf(now)}.${column}`, old: before, new: after }];
  });
}

/** Functions may share a name: those that do are numbered. */
function byKey(objects: readonly ListedObject[]): ReadonlyMap<string, ListedObject> {
  const counts = new Map<string, number>();
  return new Map(
    objects.map((object) => {
      const key = `${nameOf(object)} ${object.kind}`;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return [`${key} ${count}`, object];
    }),
  );
}

/** The values of two maps by their keys. */
function paired<T>(was: ReadonlyMap<string, T>, is: ReadonlyMap<string, T>) {
  const keys = new Set([...was.keys(), ...is.keys()]);
  return new Map([...keys].map((key) => [key, [was.get(key), is.get(key)] as const]));
}

function factsOf({ columns = [] }: ListedObject): ReadonlyMap<string, string> {
  const factOf = ({ type = 'unknown type', nullable }: ListedColumn) =>
    nullable ? type : `${type} not null`;
  return new Map(columns.map((column) => [column.name, factOf(column)]));
}

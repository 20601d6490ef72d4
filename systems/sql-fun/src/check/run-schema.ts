import { resolve } from 'node:path';
import type { Touched } from '../query/analysis.js';
import { align } from '../text/cells.js';
import { checkFiles, withAnalyzer } from './check-files.js';
import type { CheckedSource, CheckedStatement, SqlFinding } from './check-files.js';
import type { CheckIo, ListedColumn, ListedObject, RunCommand, SqlFlags } from './check-io.js';
import { findFiles, findSchema } from './find-files.js';
import { counted, findingJson, renderFindings } from './formats.js';

/** `errata sql describe`: what each statement takes, returns, reads and writes. 1 where a statement is wrong. */
export const runSqlDescribe: RunCommand = async (paths, flags, open, io) => {
  const schema = await findSchema(flags, io.folder);
  const { folder, err: warn } = io;
  const files = await findFiles(paths, { folder, except: schema.files, warn });
  const checked = await withAnalyzer(open, schema, io, (analyzer) =>
    checkFiles(files, analyzer, flags, io),
  );
  const sources = [...checked.values()];
  const statements = sources.flatMap((source) => source.statements.map(toJson));
  const findings = errorsIn(sources);
  const blocks = statements.map((one) => `${render(one, io)}\n\n`);
  const text = `${blocks.join('')}${renderFindings({ findings, sources }, io)}`;
  print(io, flags, { statements, findings: findings.map(findingJson) }, text);
  return findings.length > 0 ? 1 : 0;
};

const print = (io: CheckIo, { format }: SqlFlags, json: object, text: string): void =>
  io.out(format === 'json' ? `${JSON.stringify(json)}\n` : text);

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

function render(statement: ReturnType<typeof toJson>, { colors }: CheckIo): string {
  const { file, line, name, kind, columns, parameters, reads, writes } = statement;
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

export const runSqlSchemaList: RunCommand = async (_, flags, open, io) => {
  const schema = await findSchema(flags, io.folder);
  const objects = await withAnalyzer(open, schema, io, (analyzer) => analyzer.list());
  const rows = objects.map((one) => [
    ...[one.kind, nameOf(one), one.columns ? counted(one.columns.length, 'column') : ''],
  ]);
  const table = rows.length === 0 ? '' : `${align(rows)}\n`;
  const summary = `${counted(objects.length, 'object')} in ${schema.name}\n`;
  print(io, flags, { objects }, `${table}${summary}`);
  return 0;
};

const nameOf = ({ namespace, name }: ListedObject): string => `${namespace}.${name}`;

/** `errata sql schema diff`: what changed between two dumps, and which queries it breaks. 1 where one breaks. */
export const runSqlSchemaDiff: RunCommand = async (given, flags, open, io) => {
  const [oldFile = '', newFile = '', ...paths] = given;
  const { folder, err: warn } = io;
  const except = new Set([resolve(folder, oldFile), resolve(folder, newFile)]);
  const files = await findFiles(paths, { folder, except, warn });
  const read = async (name: string) => {
    const schema = await findSchema({ ...flags, schema: name }, folder);
    return withAnalyzer(open, schema, io, async (analyzer) => ({
      sources: [...(await checkFiles(files, analyzer, flags, io)).values()],
      objects: await analyzer.list(),
    }));
  };
  // One after the other: each takes the memory of a database.
  const before = await read(oldFile);
  const after = await read(newFile);
  const changes = diffObjects(before.objects, after.objects);
  const keyOf = ({ file, offset, reason, message }: SqlFinding) =>
    JSON.stringify([file, offset, reason, message]);
  const known = new Set(before.sources.flatMap(({ findings }) => findings.map(keyOf)));
  const findings = errorsIn(after.sources).filter((one) => !known.has(keyOf(one)));
  const { sources } = after;
  const broken = findings.length === 0 ? '' : `\n${renderFindings({ findings, sources }, io)}`;
  const errors = `; ${counted(findings.length, 'new error')} in ${counted(files.length, 'file')}`;
  const summary = `${counted(changes.length, 'change')}${files.length === 0 ? '' : errors}\n`;
  const text = `${changes.map(renderChange).join('')}${broken}${summary}`;
  print(io, flags, { changes, findings: findings.map(findingJson) }, text);
  return findings.length > 0 ? 1 : 0;
};

const errorsIn = (sources: readonly CheckedSource[]): readonly SqlFinding[] =>
  sources.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'));

type SchemaChange = ReturnType<typeof diffObjects>[number];

function renderChange({ change, kind, name, old, new: now }: SchemaChange): string {
  const mark = { added: '+', removed: '-', changed: '~' }[change];
  const facts = [old, now].filter((one) => one !== null).join(' -> ');
  return `${mark} ${kind} ${name}${facts === '' ? '' : `: ${facts}`}\n`;
}

/** What differs between two schemas: objects, and columns and other parts of those that both have. */
export function diffObjects(before: readonly ListedObject[], after: readonly ListedObject[]) {
  const [olds, news] = [byKey(before), byKey(after)];
  return keysOf(olds, news)
    .sort()
    .flatMap((key) => {
      const [old, now] = [olds.get(key), news.get(key)];
      const { kind } = (old ?? now)!;
      const name = nameOf((old ?? now)!);
      const change = changeOf(old, now);
      if (change !== 'changed') return [{ change, kind, name, old: null, new: null }];
      const [was, is] = [factsOf(old!), factsOf(now!)];
      return keysOf(was, is)
        .filter((key) => was.get(key) !== is.get(key))
        .map((key) => {
          const [, part = kind, own] = /^(\w+) (.*)$/s.exec(key) ?? [];
          const [before, after] = [was.get(key), is.get(key)];
          return {
            ...{ change: changeOf(before, after), kind: part },
            name: own === undefined ? name : `${name}.${own}`,
            ...{ old: before ?? null, new: after ?? null },
          };
        });
    });
}

const changeOf = (old: unknown, now: unknown) =>
  old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
const keysOf = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] => [
  ...new Set([...a.keys(), ...b.keys()]),
];

/** Functions may share a name: those that do are numbered. */
function byKey(objects: readonly ListedObject[]): ReadonlyMap<string, ListedObject> {
  const found = new Map<string, ListedObject>();
  for (const object of objects) {
    let count = 1;
    while (found.has(`${nameOf(object)} ${object.kind} ${count}`)) count++;
    found.set(`${nameOf(object)} ${object.kind} ${count}`, object);
  }
  return found;
}

const factOf = ({ type = 'unknown type', nullable, generated, default: value }: ListedColumn) =>
  [type, !nullable && 'not null', generated, value && `${generated ? 'as' : 'default'} ${value}`]
    .filter(Boolean)
    .join(' ');
const factsOf = ({ columns = [], parts = {} }: ListedObject) =>
  new Map([
    ...columns.map((column) => [`column ${column.name}`, factOf(column)] as const),
    ...Object.entries(parts),
  ]);

import type { Touched } from '../query/analysis.js';
import { align } from '../text/index.js';
import { checkFiles } from './check-files.js';
import type { CheckExit, CheckIo } from './check-io.js';
import type { CheckedStatement } from './check-source.js';
import { findFiles } from './find-files.js';
import { findSchema } from './find-schema.js';
import type { OpenJudge } from './judge.js';
import type { SqlFlags } from './options.js';
import { findingJson } from './render-lines.js';
import { renderFindings } from './render-text.js';
import { withJudge } from './with-judge.js';

/** `errata sql describe`: what each statement takes, returns, reads and writes. 1 where a statement is wrong. */
export async function runSqlDescribe(
  paths: readonly string[],
  flags: SqlFlags,
  open: OpenJudge,
  io: CheckIo,
): Promise<CheckExit> {
  const schema = await findSchema(flags, io.folder);
  const files = await findFiles(paths, { folder: io.folder, except: schema.files });
  const checked = await withJudge(open, schema, io, (judge) => checkFiles(files, judge, flags, io));
  const sources = [...checked.values()];
  const statements = sources.flatMap((source) => source.statements);
  const findings = sources.flatMap((source) =>
    source.findings.filter(({ severity }) => severity === 'error'),
  );
  if (flags.format === 'json') {
    const described = { statements: statements.map(toJson), findings: findings.map(findingJson) };
    io.out(`${JSON.stringify(described)}\n`);
  } else {
    io.out(statements.map((one) => `${render(one, io)}\n\n`).join(''));
    io.out(renderFindings({ findings, sources }, io));
  }
  return findings.length > 0 ? 1 : 0;
}

function parametersOf({ analysis, parameterNames }: CheckedStatement) {
  const names = new Map(parameterNames.map(({ number, name }) => [number, name]));
  return analysis.parameters.map(({ number, type = null }) => ({
    ...{ number, name: names.get(number) ?? null, type },
  }));
}

function toJson(statement: CheckedStatement): object {
  const { file, line, name = null, analysis } = statement;
  const { kind, columns, reads, writes } = analysis;
  const all = columns.map(({ name, type = null, nullable }) => ({ name, type, nullable }));
  const parameters = parametersOf(statement);
  return { file, line, name, kind, columns: all, parameters, reads, writes };
}

const NULLABLE = { true: 'null', false: 'not null', unknown: '' } as const;

function render(statement: CheckedStatement, { colors }: CheckIo): string {
  const { file, line, name = '', analysis } = statement;
  const { kind, columns, reads, writes } = analysis;
  const touched = ({ schema, name, columns }: Touched) => [`${schema}.${name}`, columns.join(', ')];
  const blocks: readonly (readonly [string, readonly (readonly string[])[]])[] = [
    [
      'parameters',
      parametersOf(statement).map((one) => [`$${one.number}`, one.type ?? '?', one.name ?? '']),
    ],
    ['columns', columns.map((one) => [one.name, one.type ?? '?', NULLABLE[`${one.nullable}`]])],
    ['reads', reads.map(touched)],
    ['writes', writes.map(touched)],
  ];
  const lines = blocks.flatMap(([title, rows]) =>
    rows.length === 0 ? [] : [`  ${title}`, align(rows).replaceAll(/^/gm, '    ')],
  );
  return [`${colors.bold(`${file}:${line}`)} ${kind} ${name}`.trimEnd(), ...lines].join('\n');
}

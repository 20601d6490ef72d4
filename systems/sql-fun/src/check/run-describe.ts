import type { Touched } from '../query/analysis.js';
import { align } from '../text/index.js';
import { checkFiles, withJudge } from './check-files.js';
import type { CheckIo, RunCommand } from './check-io.js';
import type { CheckedStatement } from './check-source.js';
import { findFiles } from './find-files.js';
import { findSchema } from './find-schema.js';
import { findingJson, renderFindings } from './formats.js';

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

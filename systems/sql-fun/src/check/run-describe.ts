import { align } from '../text/index.js';
import type { Touched } from '../query/analysis.js';
import { checkFiles } from './check-files.js';
import type { CheckExit, CheckIo } from './check-io.js';
import type { CheckedSource, CheckedStatement } from './check-source.js';
import { findFiles } from './find-files.js';
import { findSchema } from './find-schema.js';
import type { OpenJudge } from './judge.js';
import { openWith } from './kept-judge.js';
import type { DescribeFlags } from './options.js';
import { findingJson } from './render-lines.js';
import { renderFindings } from './render-text.js';

/** `errata sql describe`: what each statement takes, returns, reads and writes. 1 where a statement is wrong. */
export async function runSqlDescribe(
  paths: readonly string[],
  flags: DescribeFlags,
  open: OpenJudge,
  io: CheckIo,
): Promise<CheckExit> {
  const schema = await findSchema(flags, io.folder);
  const files = await findFiles(paths, { folder: io.folder, except: schema.files });
  const judge = await openWith(open, schema, io);
  try {
    const sources = [...(await checkFiles(files, judge, flags, io)).values()];
    const findings = sources
      .flatMap((source) => source.findings)
      .filter(({ severity }) => severity === 'error');
    const statements = sources.flatMap((source) => source.statements);
    if (flags.format === 'json') {
      const described = { statements: statements.map(toJson), findings: findings.map(findingJson) };
      io.out(`${JSON.stringify(described)}\n`);
    } else {
      io.out(statements.map((one) => `${render(one, io)}\n`).join('\n'));
      if (findings.length > 0)
        io.out(`\n${renderFindings({ findings, textOf: textIn(sources) }, io)}`);
    }
    return findings.length > 0 ? 1 : 0;
  } finally {
    io.clearProgress();
    await judge.close();
  }
}

const textIn = (sources: readonly CheckedSource[]) => (file: string) =>
  sources.find((one) => one.file === file)?.text ?? '';

function toJson({ file, line, name, analysis, parameterNames }: CheckedStatement): object {
  const { kind, columns, parameters, reads, writes } = analysis;
  return {
    ...{ file, line, name: name ?? null, kind },
    columns: columns.map((one) => ({
      name: one.name,
      type: one.type ?? null,
      nullable: one.nullable,
    })),
    parameters: parameters.map(({ number, type = null }) => ({
      number,
      name: parameterNames.find((one) => one.number === number)?.name ?? null,
      type,
    })),
    ...{ reads, writes },
  };
}

const NULLABLE = { true: 'null', false: 'not null', unknown: '' } as const;

function render(
  { file, line, name, analysis, parameterNames }: CheckedStatement,
  { colors }: CheckIo,
): string {
  const { kind, columns, parameters, reads, writes } = analysis;
  const head = `${colors.bold(`${file}:${line}`)} ${kind}${name === undefined ? '' : ` ${name}`}`;
  const nameOf = (number: number) =>
    parameterNames.find((one) => one.number === number)?.name ?? '';
  const blocks = [
    block(
      'parameters',
      parameters.map(({ number, type = '?' }) => [`$${number}`, type, nameOf(number)]),
    ),
    block(
      'columns',
      columns.map((one) => [one.name, one.type ?? '?', NULLABLE[`${one.nullable}`]]),
    ),
    block('reads', reads.map(touchedRow)),
    block('writes', writes.map(touchedRow)),
  ];
  return [head, ...blocks.flat()].join('\n');
}

const touchedRow = ({ schema, name, columns }: Touched): string[] => [
  `${schema}.${name}`,
  columns.join(', '),
];

function block(title: string, rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  return [
    `  ${title}`,
    ...align(rows)
      .split('\n')
      .map((line) => `    ${line}`),
  ];
}

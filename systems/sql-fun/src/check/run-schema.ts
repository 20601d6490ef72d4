import { resolve } from 'node:path';
import { align } from '../text/index.js';
import { checkFiles } from './check-files.js';
import type { CheckExit, CheckIo } from './check-io.js';
import type { CheckedSource } from './check-source.js';
import { findFiles } from './find-files.js';
import { assertFile, findSchema } from './find-schema.js';
import type { Finding } from './finding.js';
import type { OpenJudge, SchemaListing } from './judge.js';
import { openWith } from './kept-judge.js';
import type { SchemaDiffFlags, SchemaListFlags } from './options.js';
import { findingJson } from './render-lines.js';
import { renderFindings } from './render-text.js';
import { counted } from './report.js';
import { diffListings, type SchemaChange } from './schema-diff.js';

/** `errata sql schema list` */
export async function runSqlSchemaList(
  flags: SchemaListFlags,
  open: OpenJudge,
  io: CheckIo,
): Promise<CheckExit> {
  const schema = await findSchema(flags, io.folder);
  const judge = await openWith(open, schema, io);
  try {
    const { objects } = await judge.list();
    if (flags.format === 'json') {
      const all = objects.map(({ columns, ...object }) => ({
        ...object,
        ...(columns && {
          columns: columns.map(({ name, type = null, nullable }) => ({ name, type, nullable })),
        }),
      }));
      io.out(`${JSON.stringify({ objects: all })}\n`);
      return 0;
    }
    const rows = objects.map(({ namespace, name, kind, columns }) => [
      ...[kind, `${namespace}.${name}`],
      columns === undefined ? '' : counted(columns.length, 'column'),
    ]);
    io.out(
      `${rows.length === 0 ? '' : `${align(rows)}\n`}${counted(objects.length, 'object')} in ${schema.name}\n`,
    );
    return 0;
  } finally {
    io.clearProgress();
    await judge.close();
  }
}

interface Side {
  readonly listing: SchemaListing;
  readonly sources: readonly CheckedSource[];
}

/** `errata sql schema diff`: what changed between two dumps, and which queries it breaks. 1 where one breaks. */
export async function runSqlSchemaDiff(
  [oldFile, newFile, ...paths]: readonly [string, string, ...string[]],
  flags: SchemaDiffFlags,
  open: OpenJudge,
  io: CheckIo,
): Promise<CheckExit> {
  const dumps = [oldFile, newFile].map((name) => ({ name, file: resolve(io.folder, name) }));
  for (const { name, file } of dumps) await assertFile(file, name, 'schema');
  const except = new Set(dumps.map(({ file }) => file));
  const files = await findFiles(paths, { folder: io.folder, except });
  // One after the other: each takes the memory of a database.
  const [before, after] = [
    await readSide(dumps[0]!, files, flags, open, io),
    await readSide(dumps[1]!, files, flags, open, io),
  ];
  const changes = diffListings(before.listing, after.listing);
  const findings = brokenBy(before.sources, after.sources);
  if (flags.format === 'json') {
    io.out(`${JSON.stringify({ changes, findings: findings.map(findingJson) })}\n`);
  } else {
    const textOf = (file: string) => after.sources.find((one) => one.file === file)?.text ?? '';
    io.out(changes.map((one) => `${renderChange(one)}\n`).join(''));
    if (findings.length > 0) io.out(`\n${renderFindings({ findings, textOf }, io)}`);
    const queries =
      files.length === 0
        ? ''
        : `; ${counted(findings.length, 'new error')} in ${counted(files.length, 'file')}`;
    io.out(`${counted(changes.length, 'change')}${queries}\n`);
  }
  return findings.length > 0 ? 1 : 0;
}

async function readSide(
  { name, file }: { readonly name: string; readonly file: string },
  files: readonly string[],
  flags: SchemaDiffFlags,
  open: OpenJudge,
  io: CheckIo,
): Promise<Side> {
  const { serverVersion } = flags;
  const options = { schema: file, ...(serverVersion !== undefined && { serverVersion }) };
  const judge = await openWith(open, { judge: options, name }, io);
  try {
    const sources = [...(await checkFiles(files, judge, flags, io)).values()];
    return { listing: await judge.list(), sources };
  } finally {
    io.clearProgress();
    await judge.close();
  }
}

/** Errors of the new schema that the old one does not have. */
function brokenBy(
  before: readonly CheckedSource[],
  after: readonly CheckedSource[],
): readonly Finding[] {
  const keyOf = ({ file, offset, reason, message }: Finding) =>
    JSON.stringify([file, offset, reason, message]);
  const known = new Set(before.flatMap(({ findings }) => findings.map(keyOf)));
  return after
    .flatMap(({ findings }) => findings)
    .filter((one) => one.severity === 'error' && !known.has(keyOf(one)));
}

const MARKS: Readonly<Record<SchemaChange['change'], string>> = {
  added: '+',
  removed: '-',
  changed: '~',
};

function renderChange({ change, kind, name, old, new: now }: SchemaChange): string {
  const facts = change === 'changed' ? `${old} -> ${now}` : (old ?? now ?? '');
  return `${MARKS[change]} ${kind} ${name}${facts === '' ? '' : `: ${facts}`}`;
}

import { resolve } from 'node:path';
import { align } from '../text/index.js';
import { checkFiles } from './check-files.js';
import type { CheckExit, CheckIo } from './check-io.js';
import type { CheckedSource } from './check-source.js';
import { findFiles } from './find-files.js';
import { findSchema } from './find-schema.js';
import type { Finding } from './finding.js';
import type { OpenJudge } from './judge.js';
import type { SqlFlags } from './options.js';
import { findingJson } from './render-lines.js';
import { renderFindings } from './render-text.js';
import { counted } from './report.js';
import { diffListings, type SchemaChange } from './schema-diff.js';
import { withJudge } from './with-judge.js';

/** `errata sql schema list` */
export async function runSqlSchemaList(
  flags: SqlFlags,
  open: OpenJudge,
  io: CheckIo,
): Promise<CheckExit> {
  const schema = await findSchema(flags, io.folder);
  const { objects } = await withJudge(open, schema, io, (judge) => judge.list());
  if (flags.format === 'json') {
    io.out(`${JSON.stringify({ objects })}\n`);
    return 0;
  }
  const rows = objects.map(({ namespace, name, kind, columns }) => [
    ...[kind, `${namespace}.${name}`],
    columns === undefined ? '' : counted(columns.length, 'column'),
  ]);
  io.out(rows.length === 0 ? '' : `${align(rows)}\n`);
  io.out(`${counted(objects.length, 'object')} in ${schema.name}\n`);
  return 0;
}

/** `errata sql schema diff`: what changed between two dumps, and which queries it breaks. 1 where one breaks. */
export async function runSqlSchemaDiff(
  [oldFile, newFile, ...paths]: readonly [string, string, ...string[]],
  flags: SqlFlags,
  open: OpenJudge,
  io: CheckIo,
): Promise<CheckExit> {
  const { folder } = io;
  const except = new Set([resolve(folder, oldFile), resolve(folder, newFile)]);
  const files = await findFiles(paths, { folder, except });
  const read = async (name: string) => {
    const schema = await findSchema({ ...flags, schema: name }, folder);
    return withJudge(open, schema, io, async (judge) => ({
      sources: [...(await checkFiles(files, judge, flags, io)).values()],
      listing: await judge.list(),
    }));
  };
  // One after the other: each takes the memory of a database.
  const before = await read(oldFile);
  const { sources, listing } = await read(newFile);
  const changes = diffListings(before.listing, listing);
  const findings = brokenBy(before.sources, sources);
  if (flags.format === 'json') {
    io.out(`${JSON.stringify({ changes, findings: findings.map(findingJson) })}\n`);
  } else {
    io.out(changes.map((one) => `${renderChange(one)}\n`).join(''));
    io.out(findings.length === 0 ? '' : `\n${renderFindings({ findings, sources }, io)}`);
    const errors = `${counted(findings.length, 'new error')} in ${counted(files.length, 'file')}`;
    io.out(`${counted(changes.length, 'change')}${files.length === 0 ? '' : `; ${errors}`}\n`);
  }
  return findings.length > 0 ? 1 : 0;
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

const MARKS = { added: '+', removed: '-', changed: '~' } as const;

function renderChange({ change, kind, name, old, new: now }: SchemaChange): string {
  const facts = [old, now].filter((one) => one !== null).join(' -> ');
  return `${MARKS[change]} ${kind} ${name}${facts === '' ? '' : `: ${facts}`}`;
}

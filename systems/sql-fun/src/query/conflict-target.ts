import { findRelation, type QueryContext } from './context.js';
import type { Draft } from './problems.js';
import { descendantsOf, readSyntax, type Members, type RawStatement } from './syntax.js';
import { conflictColumn } from './locate.js';
import { rawNodes } from './warnings.js';

/** ON CONFLICT (columns) needs a unique index over them; PostgreSQL looks for it only when it plans. */
export async function conflictProblems(
  raw: RawStatement,
  sql: string,
  context: QueryContext,
): Promise<readonly Draft[]> {
  for (const [kind, members] of rawNodes(raw)) {
    const clause = kind === 'InsertStmt' ? (members['onConflictClause'] as Members) : undefined;
    const infer = clause?.['infer'] as Members | undefined;
    const elements = infer?.['indexElems'] as readonly { IndexElem: Members }[] | undefined;
    if (elements === undefined) continue;
    const relation = findRelation(members['relation'] as Members, context);
    if (relation === undefined || !/table$/.test(relation.kind)) continue;
    const names = elements.map(({ IndexElem }) => IndexElem['name']);
    const wanted = names.map(
      (name) => relation.columns.find((column) => column.name === name)?.number ?? 0,
    );
    const keys = (await context.catalog.uniqueKeys()).filter(
      (key) => key.relation === relation.oid,
    );
    const hasCondition = infer!['whereClause'] !== undefined;
    const fits = keys.some(
      ({ columns, partial }) => (hasCondition || !partial) && sameSet(columns, wanted),
    );
    if (fits) continue;
    const syntax = readSyntax(sql);
    const node = descendantsOf(syntax.root).find(({ kind: one }) => one === 'infer');
    const about = { code: 'misplaced', severity: 'error', reason: 'INVALID_LOGIC' } as const;
    return [
      {
        ...{ ...about, sqlstate: '42P10', target: 'constraint' },
        name: names.filter((name) => typeof name === 'string').join(', '),
        message:
          'There is no unique or exclusion constraint matching the ON CONFLICT specification.',
        ...(node && { offset: conflictColumn(node, syntax, context).offset }),
      },
    ];
  }
  return [];
}

function sameSet(a: readonly number[], b: readonly number[]): boolean {
  return a.every((one) => b.includes(one)) && b.every((one) => a.includes(one));
}

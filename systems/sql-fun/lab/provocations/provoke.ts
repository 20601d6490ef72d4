import { sqlFunContract } from '@errata/catalogs/sql-fun';
import { FAULT_META_KEY, objectOrEmpty } from '@errata/core/internal';
import type { Answer, Cell, Provocation, Wire } from '@errata/prove';
import type { ClientContext } from '../../src/worker/serve-work.js';
import type { SqlFunWorld } from './world.js';

export type SqlFunProvocation = Provocation<SqlFunWorld>;

/** One cause of a failure. */
interface Cause extends Pick<SqlFunProvocation, 'cause' | 'lane' | 'impossible'> {
  /** What `data` has to have, a text also by pattern: the same number may have other causes. Target and name are the document's. */
  readonly told?: Readonly<Record<string, string | number | RegExp>>;
  /** What the main server is asked, by `cli` if nobody else is named. */
  readonly ask?: readonly [method: string, params: object, context?: ClientContext];
  /** The query that the main server is to check. */
  readonly sql?: string;
  /** Anything else that makes it fail. */
  readonly provoke?: SqlFunProvocation['provoke'];
}

/** All causes of a failure, by variant. The title is the document's; with a target, the failure is compared with its example. */
export function causesOf(
  reason: string,
  title: string | undefined,
  causes: Readonly<Record<string, Cause>>,
): SqlFunProvocation[] {
  return Object.entries(causes).map(([variant, { told = {}, sql, provoke, ...given }]) => {
    const { ask = ['validate_query', { sql }], ...rest } = given;
    const { target, name = '<name>', ...members } = told;
    const example = { ...(title !== undefined && { message: title }), data: { target, name } };
    return {
      ...rest,
      reason,
      variant,
      fields: Object.keys(members),
      ...(target !== undefined && { example }),
      async provoke(world, cell) {
        const answer = await (provoke?.(world, cell) ?? world.main.ask(...ask));
        return assertTells(answer, members);
      },
    };
  });
}

/**
 * Causes as a table, under lines `# REASON: title`. A row is: variant | cause | what `data` has | a query, or a method with
 * its params and perhaps `as mcp`. What `data` has: target, name, further members, and `details` with a part of their text.
 */
export function causesIn(table: string): SqlFunProvocation[] {
  return table
    .split(/^# /m)
    .slice(1)
    .flatMap((section) => {
      const [head = '', ...rows] = section.trim().split('\n');
      const [reason = '', title] = head.split(': ');
      const causes = rows.map((row) => {
        const [variant = '', cause = '', told = '', asked = ''] = row.split(' | ');
        const [, method, params = '{}', context = 'cli'] =
          /^(\w+) (\{.*\})(?: as (\w+))?$/.exec(asked) ?? [];
        const ask = [method ?? '', JSON.parse(params) as object, context as ClientContext] as const;
        return [variant, { cause, told: factsIn(told), ...(method ? { ask } : { sql: asked }) }];
      });
      return causesOf(reason, title, Object.fromEntries(causes) as Record<string, Cause>);
    });
}

/** `column totl position=8 details=did you mean` */
function factsIn(text: string): NonNullable<Cause['told']> {
  const [facts = '', details] = text.split(/ details=?/);
  const [target = '', ...words] = facts.split(' ');
  const members = words.map((word) => {
    const [, name, value] = /^(\w+)=(.+)$/.exec(word) ?? [];
    if (name === undefined) return ['name', word];
    return [name, name === 'position' || name === 'line' ? Number(value) : value];
  });
  return {
    ...{ target, ...(Object.fromEntries(members) as Record<string, string | number>) },
    ...(details !== undefined && { details: new RegExp(details || '.') }),
  };
}

/** Says something to the main server. */
export function saying(
  say: (wire: Wire, cell: Cell) => Promise<Answer>,
): SqlFunProvocation['provoke'] {
  return async ({ main }, cell) => say(await main.wire(), cell);
}

/** Impossible on one transport, because of this. */
export function notOn(transport: string, why: string): (cell: Cell) => string | undefined {
  return (cell) => (cell.transport === transport ? why : undefined);
}

/** The answer, if its failure has these members. */
export function assertTells(answer: Answer, told: NonNullable<Cause['told']>): Answer {
  const { error, result } = objectOrEmpty(answer.message);
  const facts = objectOrEmpty(objectOrEmpty(objectOrEmpty(result)['_meta'])[FAULT_META_KEY]);
  const data = error === undefined ? facts['data'] : objectOrEmpty(error)['data'];
  const { context, details } = sqlFunContract.read(data);
  const members: Readonly<Record<string, unknown>> = { ...context, details };
  for (const [name, expected] of Object.entries(told)) {
    const actual = members[name];
    const fits =
      expected instanceof RegExp
        ? typeof actual === 'string' && expected.test(actual)
        : actual === expected;
    if (!fits) {
      throw new Error(`${name} is not ${String(expected)}: ${answer.text.slice(0, 500)}`);
    }
  }
  return answer;
}

import { sqlFunContract } from '@errata/catalogs/sql-fun';
import { FAULT_META_KEY, objectOrEmpty } from '@errata/core/internal';
import type { Answer, Cell, Provocation, Wire } from '@errata/prove';
import type { ClientContext } from '../../src/worker/serve-work.js';
import type { SqlFunWorld } from './world.js';

export type SqlFunProvocation = Provocation<SqlFunWorld>;
export type Provoke = SqlFunProvocation['provoke'];

/** What a row does that is not one question to the main server. */
type Act = Provoke | Pick<SqlFunProvocation, 'lane' | 'impossible' | 'provoke'>;

/** What `data` has to have, a text also by pattern: the same number may have other causes. */
type Facts = Readonly<Record<string, string | number | RegExp>>;

/**
 * Causes as a table, under lines `# REASON: title`, the title of the document. A row is: variant | cause | facts | question. The question is a query, or a method with its params and perhaps `as mcp`; rows without one have an act.
 * The facts are target, name, further members, and `details` with a part of their text; with a target, the failure is compared with the document's.
 */
export function causesIn(
  table: string,
  acts: Readonly<Record<string, Act>> = {},
): SqlFunProvocation[] {
  return table
    .split(/^# /m)
    .slice(1)
    .flatMap((section) => {
      const [head = '', ...rows] = section.trim().split('\n');
      const [reason = '', message] = head.split(': ');
      return rows.map((row): SqlFunProvocation => {
        const [variant = '', cause = '', written = '', question] = row.split(' | ');
        const { target, name = '<name>', ...facts } = factsIn(written);
        const act = question === undefined ? acts[variant]! : asking(question);
        const { provoke, ...given } = typeof act === 'function' ? { provoke: act } : act;
        return {
          ...{ ...given, reason, variant, cause, fields: Object.keys(facts) },
          ...(target !== undefined && {
            example: { ...(message && { message }), data: { target, name } },
          }),
          provoke: async (world, cell) => assertFacts(await provoke(world, cell), facts),
        };
      });
    });
}

function asking(question: string): Provoke {
  const [, method, params = '{}', context] = /^(\w+) (\{.*\})(?: as (\w+))?$/.exec(question) ?? [];
  return ({ main }) =>
    method === undefined
      ? main.ask('validate_query', { sql: question })
      : main.ask(method, JSON.parse(params) as object, context as ClientContext | undefined);
}

/** `column totl position=8 details=did you mean` */
function factsIn(text: string): Facts {
  const [facts = '', details] = text.split(/(?:^| )details=?/);
  const [target = '', ...words] = facts.split(' ');
  const members = words.map((word) => {
    const [, name, value] = /^(\w+)=(.*)$/.exec(word) ?? [];
    if (name === undefined) return ['name', word];
    return [name, name === 'position' || name === 'line' ? Number(value) : value];
  });
  return {
    ...(target && { target }),
    ...(Object.fromEntries(members) as Facts),
    ...(details !== undefined && { details: new RegExp(details || '.') }),
  };
}

/** Sends something to the main server. */
export function sending(send: (wire: Wire, cell: Cell) => Promise<Answer>): Provoke {
  return async ({ main }, cell) => send(await main.wire(), cell);
}

/** Impossible on one transport, because of this. */
export function notOn(transport: string, why: string): (cell: Cell) => string | undefined {
  return (cell) => (cell.transport === transport ? why : undefined);
}

/** The answer, if its failure has these members. */
export function assertFacts(answer: Answer, facts: Facts): Answer {
  const { error, result } = objectOrEmpty(answer.message);
  const meta = objectOrEmpty(objectOrEmpty(objectOrEmpty(result)['_meta'])[FAULT_META_KEY]);
  const data = error === undefined ? meta['data'] : objectOrEmpty(error)['data'];
  const { context, details } = sqlFunContract.read(data);
  const members: Readonly<Record<string, unknown>> = { ...context, details };
  for (const [name, expected] of Object.entries(facts)) {
    const actual = members[name];
    const fits =
      expected instanceof RegExp
        ? typeof actual === 'string' && expected.test(actual)
        : actual === expected;
    if (!fits) throw new Error(`${name} is not ${String(expected)}: ${answer.text.slice(0, 500)}`);
  }
  return answer;
}

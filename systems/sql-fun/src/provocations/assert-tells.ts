import { sqlFunContract } from '@errata/catalogs/sql-fun';
import { FAULT_META_KEY, membersOf } from '@errata/core/contract';
import type { Answer } from '@errata/prove';

/** The answer, if its failure has these members: the same number may have other causes. */
export function assertTells(answer: Answer, told: object = {}): Answer {
  const { error, result } = membersOf(answer.message);
  const facts = membersOf(membersOf(membersOf(result)['_meta'])[FAULT_META_KEY]);
  const data = error === undefined ? facts['data'] : membersOf(error)['data'];
  const { context, details } = sqlFunContract.read(data);
  const members: Readonly<Record<string, unknown>> = { ...context, details };
  for (const [name, expected] of Object.entries(told) as [string, unknown][]) {
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

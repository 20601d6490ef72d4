import { isFault } from '@errata/core';
import type { DaemonClient } from '@errata/sql-fun';
import type { Reply } from './reply.js';

/** A query, and further down what is right to say of it. */
export const QUESTION = {
  sql: 'SELECT u.email, o.total FROM users u JOIN orders o ON o.user_id = u.id',
};

/** What came of the question in a word: `right`, or the number of the failure with what it is about. */
export function outcomeOf({ result, error }: Pick<Reply, 'result' | 'error'>): string {
  if (error === undefined) return isRight(result) ? 'right' : `wrong: ${JSON.stringify(result)}`;
  const { target, name } = error.data ?? {};
  return `${error.code} ${String(target)} ${String(name)}`;
}

/** Ask through the library that the proxies use. */
export async function ask(client: DaemonClient): Promise<string> {
  try {
    const result = await client.request('analyze_query', QUESTION);
    return outcomeOf({ result: result as Record<string, unknown> });
  } catch (thrown) {
    if (!isFault(thrown)) return `wrong: ${String(thrown)}`;
    const { target, name } = thrown.context as { readonly target: string; readonly name: string };
    return `${thrown.code} ${target} ${name}`;
  }
}

/** The words, without what is said otherwise each time. */
export function kindsOf(outcomes: readonly string[]): readonly string[] {
  const kinds = outcomes.map((word) => word.replace(/ \S*[/:]\S+$/, ''));
  return [...new Set(kinds)].sort();
}

function isRight(result: unknown): boolean {
  const { valid, statements } = result as {
    readonly valid: boolean;
    readonly statements: readonly { columns: readonly { name: string; type: string }[] }[];
  };
  const columns = statements[0]?.columns.map(({ name, type }) => `${name} ${type}`).join();
  return valid && columns === 'email text,total numeric(10,2)';
}

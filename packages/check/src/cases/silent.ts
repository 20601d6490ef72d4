import { kept, notObserved, violated } from '../case.js';
import type { WireExchange } from '../exchange.js';
import { isObject, objectOrEmpty, parseJson } from '../json/json.js';
import { defineCases, type CaseRow } from './define-cases.js';
import { mcpLink } from './spec.js';
import { resultOf, textsOf } from './read-reply.js';
import { badCalls, noTool } from './tool-calls.js';

const FORMS: readonly { readonly form: FailedIn; readonly name: string; readonly what: string }[] =
  [
    { form: 'text', name: 'error-text', what: 'whose text begins like an error' },
    { form: 'json', name: 'error-json', what: 'whose text is JSON that tells of an error' },
    {
      form: 'structured content',
      name: 'error-structured',
      what: 'whose structured content tells of an error',
    },
  ];

/** How a result that does not say `isError` says in words that the call failed. */
type FailedIn = 'text' | 'json' | 'structured content';

const FAILED_WORDS =
  /^\W*(?:(?:\w+)?error\b|(?:\w+)?exception\b|failed\b|failure\b|fail:|invalid\b|unknown\b|missing\b|unable to\b|cannot\b|could not\b|traceback\b|❌)/i;

export const SILENT_CASES = defineCases({ group: 'silent' }, [
  // Failures that hosts, counters and retries take for successes.
  ...FORMS.map(({ form, name, what }): CaseRow => ({
    id: `mcp/2024-11-05/tools/silent-${name}`,
    should: `A call that failed says isError: no success ${what}.`,
    link: mcpLink('tools', '2025-11-25', 'error-handling'),
    fix: 'Set "isError": true beside the same text: without it the host counts a success, and nothing retries, alerts or stops.',
    needs: noTool,
    async run(probe) {
      const calls = await badCalls(probe);
      const answered = calls.filter(({ exchange }) => exchange.reply !== undefined);
      if (answered.length === 0) return notObserved('no schema forbids anything');
      const silent = answered.filter(({ exchange }) => failedIn(exchange) === form);
      if (silent.length === 0) return kept;
      const tools = [...new Set(silent.map(({ tool }) => tool.name))];
      return violated(
        `${tools.join(', ')}: a success ${what}`,
        ...silent.map(({ exchange }) => exchange),
      );
    },
  })),
]);

/** Where a successful result tells of a failure; undefined if it does not. */
export function failedIn({ reply }: WireExchange): FailedIn | undefined {
  const result = resultOf(reply);
  if (result === undefined || result['isError'] === true) return undefined;
  if (saysFailed(result['structuredContent'])) return 'structured content';
  const texts = textsOf(result);
  if (texts.some((text) => saysFailed(parseJson(text)))) return 'json';
  return texts.some((text) => FAILED_WORDS.test(text)) ? 'text' : undefined;
}

/** Whether an object has a member that only failures have. */
function saysFailed(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { error, errors, ok, success, status } = objectOrEmpty(value);
  return (
    (typeof error === 'string' && error !== '') ||
    isObject(error) ||
    (Array.isArray(errors) && errors.length > 0) ||
    ok === false ||
    success === false ||
    status === 'error' ||
    status === 'failed'
  );
}

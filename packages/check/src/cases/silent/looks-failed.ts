import type { Exchange } from '../../exchange.js';
import { isObject, membersOf, parseJson } from '../../json/json.js';
import { resultOf, textsOf } from '../read-reply.js';

/** How a result that does not say `isError` says in words that the call failed. */
export type FailedIn = 'text' | 'json' | 'structured content';

const FAILED_WORDS =
  /^\W*(?:(?:\w+)?error\b|(?:\w+)?exception\b|failed\b|failure\b|fail:|invalid\b|unknown\b|missing\b|unable to\b|cannot\b|could not\b|traceback\b|❌)/i;

/** Where a successful result tells of a failure; undefined where it does not. */
export function failedIn({ reply }: Exchange): FailedIn | undefined {
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
  const { error, errors, ok, success, status } = membersOf(value);
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

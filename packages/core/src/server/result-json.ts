import type { ProtocolFailure } from './call.js';

/**
 * The JSON of a result, or a failure if it has none or exceeds the limit. The work is done either way; a
 * caller who asks for less may get it.
 */
export function resultJson(result: unknown, maxChars = Infinity): string | ProtocolFailure {
  let cause: unknown;
  try {
    const json = JSON.stringify(result);
    if (json !== undefined) return json.length > maxChars ? tooLong(json.length, maxChars) : json;
  } catch (thrown) {
    cause = thrown;
  }
  return {
    condition: 'internal',
    given: { details: 'The result has no JSON form', effect: 'done', cause },
  };
}

function tooLong(length: number, maxChars: number): ProtocolFailure {
  return {
    condition: 'internal',
    given: {
      details: `The result has ${length} characters, and more than ${maxChars} are not sent`,
      effect: 'done',
      strategy: 'fix_and_retry',
      suggestion: 'Ask for less, such as fewer rows',
    },
  };
}

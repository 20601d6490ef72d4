import { isDeepStrictEqual } from 'node:util';
import { CODES, MESSAGES, statusOf, unreachable } from '../core/work.js';

/**
 * @typedef {import('./cases.js').CaseName} CaseName
 * @typedef {import('./cases.js').Request} Request
 * @typedef {object} Reply
 * @property {number} id
 * @property {{ content: { text: string }[], structuredContent?: object, isError?: boolean, _meta?: object }} [result]
 * @property {{ code: number, message: string, data?: object }} [error]
 */

/**
 * What is wrong with a reply; undefined if it is right. An error object and a result with `isError` both tell a failure; the
 * id, and all that the tool wanted to say, have to be there in either.
 * @param {{ name: CaseName }} each
 * @param {Request} request
 * @param {string} text
 * @returns {string | undefined}
 */
export function whatIsWrong({ name }, request, text) {
  /** @type {Reply} */
  const { id, result, error } = JSON.parse(text);
  if (id !== request.id) return 'the id';
  if (name === 'unknown-method') return error?.code === CODES.method ? undefined : 'the code';
  if (name === 'success') {
    const { content, structuredContent } = statusOf(request.given);
    if (result === undefined || result.isError === true) return 'it failed';
    const same =
      isDeepStrictEqual(result.content, content) &&
      isDeepStrictEqual(result.structuredContent, structuredContent);
    return same ? undefined : 'the result';
  }
  if (error === undefined && result?.isError !== true) return 'it did not fail';
  if (name === 'invalid-arguments') {
    const namesBoth = text.includes('device_id') && text.includes('attempt');
    return namesBoth ? undefined : 'it does not name both fields';
  }
  const fields = error?.data ?? result?.structuredContent;
  if (!isDeepStrictEqual(fields, unreachable(request.given))) return 'the eight fields';
  const said = error?.message ?? result?.content[0]?.text;
  return said?.includes(MESSAGES.unreachable) === true ? undefined : 'the message';
}

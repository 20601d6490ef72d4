import { isDeepStrictEqual } from 'node:util';
import { MESSAGES, statusOf, unreachable } from '../core/work.js';

const FACTS = 'dev.errata/fault';

/**
 * What is wrong with a reply; undefined if it is right. Bare, a failure is a text; guarded, it has the facts, and what nobody
 * declared is not told.
 * @param {import('./cases.js').CaseName} name
 * @param {import('./servers/subjects.js').Mode} mode
 * @param {string} text
 * @param {string} replyText
 * @returns {string | undefined}
 */
export function whatIsWrong(name, mode, text, replyText) {
  const { id, params } = JSON.parse(text);
  const reply = JSON.parse(replyText);
  if (reply?.id !== id) return 'the id';
  const { result, error } = reply;
  if (name === 'bad-arguments') {
    // A catalog that has a word for it says so in an error object.
    if (error === undefined && result.isError !== true) return 'it did not fail';
    const named = replyText.includes('device_id') && replyText.includes('attempt');
    return named ? undefined : 'it does not name both fields';
  }
  if (result === undefined) return 'there is no result';
  if (name === 'success') {
    const { content, structuredContent } = statusOf(params.arguments);
    const same =
      isDeepStrictEqual(result.content, content) &&
      isDeepStrictEqual(result.structuredContent, structuredContent);
    return same ? undefined : 'the result';
  }
  if (result.isError !== true) return 'it did not fail';
  const said = result.content[0].text;
  const facts = result._meta?.[FACTS];
  if (mode === 'guarded' && facts === undefined) return 'the facts';
  if (name === 'plain-error') {
    return said.includes('ECONNREFUSED') === (mode === 'bare') ? undefined : 'the text';
  }
  if (mode === 'bare') return said.includes(MESSAGES.unreachable) ? undefined : 'the text';
  return isDeepStrictEqual(facts.data, unreachable(params.arguments))
    ? undefined
    : 'the eight fields';
}

import { isObject, membersOf, parseJson } from '../../json/json.js';
import type { Breakage } from '../breakage.js';
import { replyTo } from './reply-to.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

/** Which texts get another code than the right one. */
const WRONG_CODES: readonly { readonly id: string; isOne(text: string): boolean }[] = [
  { id: 'jsonrpc/5.1/version-1.0-code', isOne: (text) => text.includes('"jsonrpc":"1.0"') },
  { id: 'jsonrpc/5.1/version-number-code', isOne: (text) => text.includes('"jsonrpc":2.0') },
  {
    id: 'jsonrpc/5.1/version-missing-code',
    isOne: (text) => lacks(text, 'jsonrpc') && !lacks(text, 'method'),
  },
  { id: 'jsonrpc/5.1/method-number-code', isOne: (text) => text.includes('"method":1') },
  {
    id: 'jsonrpc/5.1/method-missing-code',
    isOne: (text) => lacks(text, 'method') && !lacks(text, 'id') && lacks(text, 'result'),
  },
  { id: 'jsonrpc/5.1/params-string-code', isOne: (text) => text.endsWith('"params":"text"}') },
  { id: 'jsonrpc/5.1/empty-object-code', isOne: (text) => text === '{}' },
  { id: 'jsonrpc/5.1/scalar-code', isOne: (text) => text === '42' },
  { id: 'jsonrpc/4/reserved-prefix', isOne: (text) => text.includes('"method":"rpc.errata"') },
  { id: 'jsonrpc/4/empty-method', isOne: (text) => text.includes('"method":""') },
];

export const REQUESTS_CODES_BREAKAGES: readonly Breakage[] = [
  ...WRONG_CODES.map(({ id, isOne }) => ({
    ...WHERE,
    id,
    breaks: () => replyTo(isOne, (reply) => withCode(reply, -31999)),
  })),
  {
    ...WHERE,
    id: 'jsonrpc/5.1/parse-error-only-for-no-json',
    breaks: () =>
      replyTo(
        (text) => text === '{}',
        (reply) => withCode(reply, -32700),
      ),
  },
];

function withCode(reply: string, code: number): string {
  return reply.replace(/"code":-?\d+/, `"code":${code}`);
}

function lacks(text: string, member: string): boolean {
  const value = parseJson(text);
  return isObject(value) && !Object.hasOwn(membersOf(value), member);
}

import { isObject, objectOrEmpty, parseJson } from '../../json/json.js';
import { broken, type Breakage, type Hooks } from '../breakage.js';
import { answerSpoiled, deafTo, replyTo, resultFor, takes } from './hooks.js';

const isList = (text: string): boolean => text.includes('"method":"tools/list"');

/** One of twenty pings at once, of which only the ids are looked at. */
const isSeventh = (text: string): boolean => text.includes('"id":70007,');
const isUnknown = (text: string): boolean => text.includes('"method":"errata/unknown"');

export const REQUESTS_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'stdio', {
    'jsonrpc/5/version': () => replyTo(isList, (reply) => reply.replace('"jsonrpc":"2.0",', '')),
    'jsonrpc/5/result-or-error': () =>
      replyTo(isList, (reply) => reply.replace(/\}$/, ',"error":null}')),
    'mcp/2024-11-05/basic/result-is-an-object': () =>
      replyTo(isSeventh, (reply) => reply.replace('"result":{}', '"result":null')),
    'mcp/2024-11-05/tools/result-has-content': () =>
      answerSpoiled((reply) => resultFor(reply, { isError: true }), 'missing'),
    'jsonrpc/5.1/error-object': () =>
      replyTo(isUnknown, (reply) =>
        reply.replace(/"error":\{.*\}\}$/, '"error":"Method not found"}'),
      ),
    'jsonrpc/5.1/code-integer': () =>
      replyTo(isUnknown, (reply) => reply.replace('"code":-32601', '"code":"-32601"')),
    'jsonrpc/5.1/message-string': () =>
      replyTo(isUnknown, (reply) => reply.replace(/"message":"(?:[^"\\]|\\.)*"/, '"message":null')),
    'jsonrpc/5/invalid-answered': () => deafTo((text) => text.includes('"method":1')),
    'jsonrpc/5/invalid-under-its-id': swapsIds,
    'jsonrpc/4/version-checked': () =>
      takes(
        (text) => text.startsWith('{"jsonrpc":"1.0"'),
        (text) => text.replace('"1.0"', '"2.0"'),
      ),
    'jsonrpc/2/method-case': () =>
      takes(
        (text) => text.includes('"method":"PING"'),
        (text) => text.replace('PING', 'ping'),
      ),
    'jsonrpc/5/extra-member-answered': () => deafTo((text) => text.endsWith(',"errata":true}')),
    'errata/requests/response-ignored': () => ({
      incoming(text, controls) {
        if (text.includes('"errata-never-asked-1"')) {
          controls.say('{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"}}');
        }
        return text;
      },
    }),
    'jsonrpc/5.1/version-1.0-code': () => wrongCode((text) => text.includes('"jsonrpc":"1.0"')),
    'jsonrpc/5.1/version-number-code': () => wrongCode((text) => text.includes('"jsonrpc":2.0')),
    'jsonrpc/5.1/version-missing-code': () =>
      wrongCode((text) => lacks(text, 'jsonrpc') && !lacks(text, 'method')),
    'jsonrpc/5.1/method-number-code': () => wrongCode((text) => text.includes('"method":1')),
    'jsonrpc/5.1/method-missing-code': () =>
      wrongCode((text) => lacks(text, 'method') && !lacks(text, 'id') && lacks(text, 'result')),
    'jsonrpc/5.1/params-string-code': () => wrongCode((text) => text.endsWith('"params":"text"}')),
    'jsonrpc/5.1/empty-object-code': () => wrongCode((text) => text === '{}'),
    'jsonrpc/5.1/scalar-code': () => wrongCode((text) => text === '42'),
    'jsonrpc/4/reserved-prefix': () => wrongCode((text) => text.includes('"method":"rpc.errata"')),
    'jsonrpc/4/empty-method': () => wrongCode((text) => text.includes('"method":""')),
    'jsonrpc/5.1/parse-error-only-for-no-json': () => wrongCode((text) => text === '{}', -32700),
  }),
  ...broken('2026-07-28', 'stdio', {
    'jsonrpc/2/member-case': () =>
      takes(
        (text) => text.includes('"METHOD"'),
        (text) => text.replace('"METHOD"', '"method"'),
      ),
  }),
];

/** Takes the id of one message for that of another. */
function swapsIds(): Hooks {
  const others: Readonly<Record<string, string>> = {
    '"invalid-request"': '"good-request"',
    '"good-request"': '"invalid-request"',
  };
  return {
    incoming: (text) => text.replace(/"(?:invalid|good)-request"/, (id) => others[id] ?? id),
  };
}

/** Another code than the right one for some texts. */
function wrongCode(isOne: (text: string) => boolean, code = -31999): Hooks {
  return replyTo(isOne, (reply) => reply.replace(/"code":-?\d+/, `"code":${code}`));
}

function lacks(text: string, member: string): boolean {
  const value = parseJson(text);
  return isObject(value) && !Object.hasOwn(objectOrEmpty(value), member);
}

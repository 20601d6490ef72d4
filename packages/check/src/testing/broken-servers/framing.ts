import { broken, type Breakage, type ServerControls, type Hooks } from '../breakage.js';
import { deafTo, isJson, replyTo, takes, withId } from './hooks.js';

const isInvalidJson = (text: string): boolean => text === 'this is not JSON';
const NEWLINE = 0x0a;
const TWO_PINGS = /^.*"id":\d+,"method":"ping"\}\n.*"id":\d+,"method":"ping"\}\n$/;

export const FRAMING_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'stdio', {
    'jsonrpc/5.1/parse-error-answered': () => deafTo(isInvalidJson),
    'jsonrpc/5.1/parse-error-code': () =>
      replyTo(isInvalidJson, (reply) => reply.replace('-32700', '-32600')),
    'mcp/2025-11-25/basic/unreadable-id-omitted': () =>
      replyTo(isInvalidJson, (reply) => withId(reply, 'null')),
    'jsonrpc/5.1/lenient-trailing-comma': () =>
      takes(
        (text) => text.endsWith(',}'),
        (text) => text.replace(/,\}$/, '}'),
      ),
    'jsonrpc/5.1/lenient-single-quotes': () =>
      takes(
        (text) => text.startsWith("{'"),
        (text) => text.replaceAll("'", '"'),
      ),
    'jsonrpc/5.1/lenient-comment': () =>
      takes(
        (text) => text.includes('/* a comment */'),
        (text) => text.replace('/* a comment */', ''),
      ),
    'jsonrpc/5.1/lenient-nan': () =>
      takes(
        (text) => !isJson(text) && text.includes(':NaN'),
        (text) => text.replace(':NaN', ':null'),
      ),
    'jsonrpc/5.1/two-values': () =>
      takes(
        (text) => !isJson(text) && text.includes('}{"jsonrpc"'),
        (text) => text.replace('}{"jsonrpc"', '}\n{"jsonrpc"'),
      ),
    'jsonrpc/2/crlf': () => deafTo((text) => text.endsWith('}\r')),
    'jsonrpc/2/whitespace': () =>
      takes(
        (text) => isJson(text) && text.startsWith(' '),
        (text) => text.replace('{', ''),
      ),
    'jsonrpc/2/member-order': () =>
      deafTo((text) => isJson(text) && text.endsWith('"jsonrpc":"2.0"}')),
    'jsonrpc/2/split-character': () => ({
      bytes: (chunk) => Buffer.from(new TextDecoder().decode(chunk)),
    }),
    'jsonrpc/5/two-in-one-write': () => ({
      bytes: (chunk) =>
        TWO_PINGS.test(Buffer.from(chunk).toString())
          ? chunk.subarray(0, chunk.indexOf(NEWLINE) + 1)
          : chunk,
    }),
    'mcp/2024-11-05/transports/stdout-pure': () =>
      whenListing((text, controls) => {
        controls.say('tools were listed');
        return text;
      }),
    'jsonrpc/2/output-utf-8': () =>
      whenListing((text, controls) => {
        controls.sayBytes(Buffer.from(`${text.replace('slowly', 'm\u00fchsam')}\n`, 'latin1'));
        return undefined;
      }),
    'jsonrpc/2/no-byte-order-mark': () => whenListing((text) => `\ufeff${text}`),
  }),
  ...broken('jsonrpc', 'stdio', {
    'jsonrpc/5/parse-error-id-null': () =>
      replyTo(isInvalidJson, (reply) => withId(reply, undefined)),
    'jsonrpc/5.1/truncated-json-code': () =>
      replyTo(
        (text) => text.includes('errata/cut-off'),
        (reply) => reply.replace('-32700', '-32600'),
      ),
  }),
  ...broken('jsonrpc', 'tcp', {
    'jsonrpc/2/escapes': () =>
      takes(
        (text) => text.includes('\\u006dethod'),
        (text) => text.replace('\\u006dethod', 'other'),
      ),
  }),
];

/** Changes the list of tools on its way out. */
function whenListing(
  change: (text: string, controls: ServerControls) => string | undefined,
): Hooks {
  return {
    outgoing: (text, request, controls) =>
      request?.includes('"method":"tools/list"') === true && text.includes('"tools"')
        ? change(text, controls)
        : text,
  };
}

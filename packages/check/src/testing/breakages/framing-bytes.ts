import type { Breakage, Hands, Hooks } from '../breakage.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;
const NEWLINE = 0x0a;
const TWO_PINGS = /^.*"id":\d+,"method":"ping"\}\n.*"id":\d+,"method":"ping"\}\n$/;

/** Servers that cut their input wrongly, or write what is no message. */
export const FRAMING_BYTES_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'jsonrpc/2/split-character',
    breaks: () => ({ bytes: (chunk) => Buffer.from(new TextDecoder().decode(chunk)) }),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5/two-in-one-write',
    breaks: () => ({
      bytes: (chunk) =>
        TWO_PINGS.test(Buffer.from(chunk).toString())
          ? chunk.subarray(0, chunk.indexOf(NEWLINE) + 1)
          : chunk,
    }),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/transports/stdout-pure',
    breaks: () =>
      whenListing((text, hands) => {
        hands.say('tools were listed');
        return text;
      }),
  },
  {
    ...WHERE,
    id: 'jsonrpc/2/output-utf-8',
    breaks: () =>
      whenListing((text, hands) => {
        hands.sayBytes(Buffer.from(`${text.replace('slowly', 'm\u00fchsam')}\n`, 'latin1'));
        return undefined;
      }),
  },
  {
    ...WHERE,
    id: 'jsonrpc/2/no-byte-order-mark',
    breaks: () => whenListing((text) => `\ufeff${text}`),
  },
];

/** Changes the list of tools on its way out. */
function whenListing(change: (text: string, hands: Hands) => string | undefined): Hooks {
  return {
    outgoing: (text, request, hands) =>
      request?.includes('"method":"tools/list"') === true && text.includes('"tools"')
        ? change(text, hands)
        : text,
  };
}

import type { Breakage } from '../breakage.js';
import { FRAMING_BYTES_BREAKAGES } from './framing-bytes.js';
import { FRAMING_SPELLING_BREAKAGES } from './framing-spelling.js';
import { deafTo, replyTo } from './reply-to.js';
import { withId } from './texts.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;
const PLAIN_WHERE = { era: 'jsonrpc', transport: 'stdio' } as const;

const isNoJson = (text: string): boolean => text === 'this is no JSON';

export const FRAMING_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'jsonrpc/5.1/parse-error-answered',
    breaks: () => deafTo(isNoJson),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/parse-error-code',
    breaks: () => replyTo(isNoJson, (reply) => reply.replace('-32700', '-32600')),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/5/parse-error-id-null',
    breaks: () => replyTo(isNoJson, (reply) => withId(reply, undefined)),
  },
  {
    ...WHERE,
    id: 'mcp/2025-11-25/basic/unreadable-id-omitted',
    breaks: () => replyTo(isNoJson, (reply) => withId(reply, 'null')),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/5.1/truncated-json-code',
    breaks: () =>
      replyTo(
        (text) => text.includes('errata/cut-off'),
        (reply) => reply.replace('-32700', '-32600'),
      ),
  },
  ...FRAMING_SPELLING_BREAKAGES,
  ...FRAMING_BYTES_BREAKAGES,
];

import type { Breakage } from '../breakage.js';
import { isJson, withId } from './texts.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;
const PLAIN_WHERE = { era: 'jsonrpc', transport: 'stdio' } as const;

export const FRAMING_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'jsonrpc/5.1/parse-error-answered',
    breaks: () => ({ incoming: (text) => (isJson(text) ? text : undefined) }),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/parse-error-code',
    breaks: () => ({ outgoing: (text) => text.replace('"code":-32700', '"code":-32600') }),
  },
  {
    ...PLAIN_WHERE,
    id: 'jsonrpc/5/parse-error-id-null',
    breaks: () => ({
      outgoing: (text) => (text.includes('-32700') ? withId(text, undefined) : text),
    }),
  },
  {
    ...WHERE,
    id: 'mcp/2025-11-25/basic/unreadable-id-omitted',
    breaks: () => ({
      outgoing: (text) => (text.includes('-32700') ? withId(text, 'null') : text),
    }),
  },
];

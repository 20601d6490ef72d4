import type { Breakage } from '../breakage.js';
import { deafTo, takes } from './reply-to.js';
import { isJson } from './texts.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

/** Servers whose parser takes too much, or too little. */
export const FRAMING_SPELLING_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'jsonrpc/5.1/lenient-trailing-comma',
    breaks: () =>
      takes(
        (text) => text.endsWith(',}'),
        (text) => text.replace(/,\}$/, '}'),
      ),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/lenient-single-quotes',
    breaks: () =>
      takes(
        (text) => text.startsWith("{'"),
        (text) => text.replaceAll("'", '"'),
      ),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/lenient-comment',
    breaks: () =>
      takes(
        (text) => text.includes('/* a comment */'),
        (text) => text.replace('/* a comment */', ''),
      ),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/lenient-nan',
    breaks: () =>
      takes(
        (text) => !isJson(text) && text.includes(':NaN'),
        (text) => text.replace(':NaN', ':null'),
      ),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/two-values',
    breaks: () =>
      takes(
        (text) => !isJson(text) && text.includes('}{"jsonrpc"'),
        (text) => text.replace('}{"jsonrpc"', '}\n{"jsonrpc"'),
      ),
  },
  {
    ...WHERE,
    id: 'jsonrpc/2/crlf',
    breaks: () => deafTo((text) => text.endsWith('}\r')),
  },
  {
    ...WHERE,
    id: 'jsonrpc/2/whitespace',
    breaks: () =>
      takes(
        (text) => isJson(text) && text.startsWith(' '),
        (text) => text.replace('{', ''),
      ),
  },
  {
    era: 'jsonrpc',
    transport: 'tcp',
    id: 'jsonrpc/2/escapes',
    breaks: () =>
      takes(
        (text) => text.includes('\\u006dethod'),
        (text) => text.replace('\\u006dethod', 'other'),
      ),
  },
  {
    ...WHERE,
    id: 'jsonrpc/2/member-order',
    breaks: () => deafTo((text) => isJson(text) && text.endsWith('"jsonrpc":"2.0"}')),
  },
];

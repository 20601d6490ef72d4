import type { Era } from '@errata/core';
import { ABSENT_METHOD } from '../../cases/ask.js';
import { objectOrEmpty, parseJson } from '../../json/json.js';
import { broken, type Breakage, type Hooks } from '../breakage.js';

const isAbsent = (request: string): boolean => request.includes(ABSENT_METHOD);

/** Numbers for a method that no other case has an opinion on. */
const NUMBERS: readonly (readonly [id: string, era: Era, code: number, data?: object])[] = [
  ['jsonrpc/5.1/codes/parse-error', '2025-11-25', -32700],
  ['jsonrpc/5.1/codes/undefined-reserved', '2025-11-25', -32604],
  ['mcp/2026-07-28/codes/reserved-range', '2026-07-28', -32050],
  ['mcp/2026-07-28/codes/retired', '2026-07-28', -32002],
  ['mcp/2026-07-28/codes/legacy-band', '2026-07-28', -32003],
  ['mcp/2026-07-28/codes/header-mismatch-only-on-http', '2026-07-28', -32020],
  ['mcp/2026-07-28/codes/missing-capability-data', '2026-07-28', -32021, { missing: 'sampling' }],
  [
    'mcp/2026-07-28/codes/unsupported-version-data',
    '2026-07-28',
    -32022,
    { supported: '2026-07-28' },
  ],
  [
    'mcp/2026-07-28/codes/unsupported-version-meant',
    '2026-07-28',
    -32022,
    { supported: ['2026-07-28'], requested: '2026-07-28' },
  ],
  [
    'mcp/2025-11-25/codes/url-elicitation-data',
    '2025-11-25',
    -32042,
    { elicitations: [{ mode: 'url', url: 'https://example.com/consent' }] },
  ],
  ['errata/codes/resource-code-elsewhere', '2025-11-25', -32002],
  ['errata/codes/sdk-local-code', '2025-11-25', -32001],
  ['errata/codes/http-status', '2025-11-25', 404],
  ['errata/codes/local-number', '2025-11-25', -111],
];

export const CODES_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'stdio', {
    'mcp/2024-11-05/pagination/wrong-cursor-type-code': () =>
      recode((request) => request.includes('"cursor":5'), -32603),
  }),
  ...NUMBERS.map(([id, era, code, data]): Breakage => ({
    id,
    era,
    transport: 'stdio',
    breaks: () => recode(isAbsent, code, data),
  })),
];

/** Errors in reply to a request that is meant get another code, and other data where told. */
function recode(isMeant: (request: string) => boolean, code: number, data?: object): Hooks {
  return {
    outgoing(text, request) {
      if (request === undefined || !isMeant(request)) return text;
      const message = objectOrEmpty(parseJson(text));
      if (!Object.hasOwn(message, 'error')) return text;
      const error = {
        ...objectOrEmpty(message['error']),
        code,
        ...(data !== undefined && { data }),
      };
      return JSON.stringify({ ...message, error });
    },
  };
}

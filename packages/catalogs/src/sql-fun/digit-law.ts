import { decodeDigits, type DigitLaw, type Digits } from '@errata/core/internal';

/** The categories by the tens digit: the policy's table. The six is kept for later; seven to nine are not in it. */
export const SQL_FUN_CATEGORIES = [
  {
    x: 0,
    category: 'proxy',
    title: 'Proxy ↔ Server Errors',
    description: 'TCP connection, PID file, or unreachable server',
  },
  {
    x: 1,
    category: 'unexpected',
    title: 'Unknown / Unexpected Errors',
    description: 'Panics, logic bugs, or internal unknown states',
  },
  {
    x: 2,
    category: 'io',
    title: 'Expected Physical Errors',
    description: 'Schema I/O failures, pg_query errors, file permissions',
  },
  {
    x: 3,
    category: 'client',
    title: 'Client Request Errors',
    description: 'Missing parameters, wrong types, or structurally invalid logic',
  },
  {
    x: 4,
    category: 'security',
    title: 'Security / Policy Violations',
    description: 'MCP not enabled, access to restricted schema/table',
  },
  {
    x: 5,
    category: 'not-found',
    title: 'Not Found',
    description: 'Target table, column, schema, or view does not exist',
  },
  {
    x: 6,
    category: null,
    title: '(Reserved)',
    description: 'Currently unused, reserved for future categories',
  },
] as const;

/** `-320XY`: X is the category, Y = 0 its general failure, which has to say `target` and `name`. */
export const SQL_FUN_LAW: DigitLaw = {
  base: -32000,
  categories: Object.fromEntries(SQL_FUN_CATEGORIES.map(({ x, category }) => [x, category])),
  meanings: Object.fromEntries(
    SQL_FUN_CATEGORIES.map(({ x, title, description }) => [x, `${title}: ${description}`]),
  ),
  generalFields: ['target', 'name'],
};

// Where a revision keeps −320XY for itself, the numbers move by 1000 and the digits stay.
const MOVED_LAW: DigitLaw = { ...SQL_FUN_LAW, base: SQL_FUN_LAW.base + 1000 };

/** Take −320XY or −310XY apart; undefined if the policy does not cover the number. */
export function decodeSqlFunCode(code: number): Digits | undefined {
  return decodeDigits(code, SQL_FUN_LAW) ?? decodeDigits(code, MOVED_LAW);
}

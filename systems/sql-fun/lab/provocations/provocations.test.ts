import { expect, it } from 'vitest';
import { createSqlFunSystem } from './sql-fun-system.js';

it('compares every failure of the document with it; the five of JSON-RPC are not in it', () => {
  const { provocations } = createSqlFunSystem(['node']);
  const uncompared = provocations.filter(({ example }) => example === undefined);
  expect([...new Set(uncompared.map(({ reason }) => reason))]).toEqual([
    ...['PARSE_ERROR', 'INVALID_REQUEST', 'METHOD_NOT_FOUND', 'INVALID_PARAMS', 'INTERNAL_ERROR'],
  ]);
});

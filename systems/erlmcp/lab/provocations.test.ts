import { expect, it } from 'vitest';
import { createErlmcpSystem } from './index.js';

it('compares every failure with the document: it names all sixteen', () => {
  const { provocations } = createErlmcpSystem(['node']);
  const uncompared = provocations.filter(({ example }) => example === undefined);
  expect(uncompared.map(({ reason, variant }) => [reason, variant])).toEqual([]);
});

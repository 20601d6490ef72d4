import { describe, expect, it } from 'vitest';
import { eraLabel, groupEras } from './eras.js';

describe('eraLabel', () => {
  it.each([
    [
      ['jsonrpc', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
      'every era',
    ],
    [['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'], 'every MCP revision'],
    [
      ['jsonrpc', '2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'],
      'jsonrpc, 2024-11-05 to 2025-11-25',
    ],
    [['2024-11-05', '2025-03-26'], '2024-11-05, 2025-03-26'],
    [['2024-11-05', '2026-07-28'], '2024-11-05, 2026-07-28'],
    [['2026-07-28'], '2026-07-28'],
    [['jsonrpc'], 'jsonrpc'],
  ] as const)('tells %j as %j', (eras, label) => expect(eraLabel(eras)).toBe(label));
});

describe('groupEras', () => {
  it('puts eras together for which the same is said', () => {
    const said = (era: string) => (era === '2025-03-26' ? 'b' : 'a');
    expect(groupEras(['jsonrpc', '2025-03-26', '2026-07-28'], said, String)).toEqual([
      { eras: ['jsonrpc', '2026-07-28'], said: 'a' },
      { eras: ['2025-03-26'], said: 'b' },
    ]);
  });
});

import type { Breakage } from '../breakage.js';
import { answerSpoiled, resultFor, textResult } from './answers.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

const ANSWERS: readonly (readonly [string, object])[] = [
  ['error-text', textResult('Error: name is required')],
  ['error-json', textResult('{"ok":false,"error":"name is required"}')],
  [
    'error-structured',
    textResult('It did not work out.', { structuredContent: { success: false } }),
  ],
];

export const SILENT_BREAKAGES: readonly Breakage[] = ANSWERS.map(([name, result]) => ({
  ...WHERE,
  id: `mcp/2024-11-05/tools/silent-${name}`,
  breaks: () => answerSpoiled((reply) => resultFor(reply, result), 'missing'),
}));

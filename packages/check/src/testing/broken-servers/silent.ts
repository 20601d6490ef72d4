import { broken, type Hooks } from '../breakage.js';
import { answerSpoiled, resultFor, textResult } from './hooks.js';

export const SILENT_BREAKAGES = broken('2025-11-25', 'stdio', {
  'mcp/2024-11-05/tools/silent-error-text': () => says(textResult('Error: name is required')),
  'mcp/2024-11-05/tools/silent-error-json': () =>
    says(textResult('{"ok":false,"error":"name is required"}')),
  'mcp/2024-11-05/tools/silent-error-structured': () =>
    says(textResult('It did not work out.', { structuredContent: { success: false } })),
});

function says(result: object): Hooks {
  return answerSpoiled((reply) => resultFor(reply, result), 'missing');
}

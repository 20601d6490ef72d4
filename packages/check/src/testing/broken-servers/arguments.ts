import type { SpoiledKind } from '../../schema/arguments.js';
import { broken, type Breakage } from '../breakage.js';
import { answerSpoiled, argumentsOf, errorFor, resultFor, textResult } from './hooks.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

const KINDS: readonly SpoiledKind[] = [
  'missing',
  'wrong-type',
  'null',
  'out-of-enum',
  'below-minimum',
  'above-maximum',
  'too-short',
  'too-long',
  'too-few-items',
  'too-many-items',
  'wrong-item',
  'pattern',
  'nested',
  'extra',
];

const SUCCESS = textResult('alpha is entry 1');

export const ARGUMENTS_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'stdio', {
    'mcp/2025-11-25/tools/validation-is-a-result': () =>
      answerSpoiled(
        (reply) =>
          errorFor(reply, {
            code: -32602,
            message: 'name, kind, code: string; limit: integer; tags: array; filter: object',
          }),
        'wrong-type',
      ),
    'errata/arguments/prototype-names': () => ({
      outgoing: (text, request) =>
        Object.hasOwn((argumentsOf(request, 'lookup') ?? {}) as object, '__proto__')
          ? errorFor(text, { code: -32603, message: 'Internal error' })
          : text,
    }),
  }),
  ...KINDS.map((kind) => ({
    ...WHERE,
    id: `mcp/2024-11-05/tools/arguments-${kind}`,
    breaks: () => answerSpoiled((reply) => resultFor(reply, SUCCESS), kind),
  })),
];

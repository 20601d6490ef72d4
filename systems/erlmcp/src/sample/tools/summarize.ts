import type { Tool } from '@errata/kit';

interface Arguments {
  readonly text: string;
  readonly words?: number;
}

/**
 * Puts a summary into the words of a `sampling/createMessage`. The kit sends no requests to clients, so that the result is what a
 * client with a model gives to it; a client without one is told so.
 */
export const summarize: Tool<Arguments> = {
  name: 'summarize',
  description:
    'Prepares a summary of a text. This server has no model: it needs a client that can do sampling, and the result is the sampling request for that client to make.',
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', minLength: 1 },
      words: { type: 'integer', minimum: 1, maximum: 1000, default: 50 },
    },
    required: ['text'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      messages: { type: 'array', items: { type: 'object' } },
      maxTokens: { type: 'integer' },
    },
    required: ['messages', 'maxTokens'],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  run({ text, words = 50 }, { requireClient }) {
    requireClient('sampling');
    const asked = `Summarize this text in at most ${words} words:\n\n${text}`;
    return {
      content: [{ type: 'text', text: asked }],
      structuredContent: {
        messages: [{ role: 'user', content: { type: 'text', text: asked } }],
        maxTokens: words * TOKENS_PER_WORD,
      },
    };
  },
};

/** More than any language needs. */
const TOKENS_PER_WORD = 4;

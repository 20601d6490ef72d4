import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { createKit } from '../create-kit.js';
import type { Kit, KitOptions } from '../kit.js';
import type { Prompt } from '../prompt.js';
import type { Resource, ResourceTemplate } from '../resource.js';
import type { Tool } from '../tool.js';

export const add: Tool<{ a: number; b: number }> = {
  name: 'add',
  description: 'Adds two numbers.',
  inputSchema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  run: ({ a, b }) => ({ structuredContent: { sum: a + b } }),
};

/** Sends a given answer, later. */
export const echo: Tool<{ text?: string }> = {
  name: 'echo',
  run: ({ text = '' }) => Promise.resolve(text),
};

/** A resource that can be told to change, and says how many watch it. */
export function createClock(): Resource & { tick(): void; readonly watchers: number } {
  const listeners = new Set<() => void>();
  return {
    uri: 'clock://now',
    name: 'clock',
    mimeType: 'text/plain',
    read: () => 'noon',
    watch: (_uri, onChange) => {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    tick: () => listeners.forEach((listener) => listener()),
    get watchers() {
      return listeners.size;
    },
  };
}

export const notes: ResourceTemplate = {
  uriTemplate: 'note://{name}',
  name: 'notes',
  read: (_uri, { name }) => (name === 'gone' ? undefined : `note ${name}`),
  complete: {
    name: (typed) => ['first', 'second', 'fifth'].filter((one) => one.startsWith(typed)),
  },
};

export const greeting: Prompt = {
  name: 'greeting',
  description: 'Greets somebody.',
  arguments: [
    { name: 'who', required: true, complete: () => Array.from({ length: 150 }, (_, i) => `${i}`) },
    { name: 'how' },
  ],
  messages: ({ who, how = 'Hello' }) => `${how}, ${who}!`,
};

/** A kit with one of everything. */
export function createSample(options: Partial<KitOptions> = {}): Kit {
  return createKit({
    name: 'sample',
    version: '1.2.3',
    contract: erlmcpContract,
    tools: [add, echo],
    resources: [createClock(), notes],
    prompts: [greeting],
    ...options,
  });
}

import { defineCatalog, defineContract, type Era, createServer } from '@errata/core';
import * as kits from '@errata/kit';
import type { KitOptions, Tool } from '@errata/kit';
import { jsonrpcContract } from '@errata/catalogs/jsonrpc';
import type { Connection } from '@errata/core/internal';
import { createHttpEdge, serveMethods, type HttpEdge } from '@errata/edges/http';
import type { Channel } from '@errata/edges/stdio';
import type { Clock } from '../clock.js';
import type { Breakage, Hooks } from './breakage.js';

/** The failures of the sample beside those of the protocol. */
const sample = defineCatalog('sample', {
  ENTRY_NOT_FOUND: {
    code: -31404,
    title: 'Entry not found',
    category: 'entries',
    context: { name: 'string' },
    details: (c) => `There is no entry ${JSON.stringify(c.name)}.`,
    recovery: 'fix_and_retry',
    suggestions: () => ['Use one of the names alpha, beta or gamma'],
  },
  TOO_BUSY: {
    code: -31429,
    title: 'Too busy',
    category: 'load',
    context: {},
    details: () => 'The queue is full.',
    recovery: { strategy: 'retry_with_backoff', retryAfter: 2 },
    suggestions: () => ['Wait 2 seconds and call it again'],
  },
});

const sampleContract = defineContract({
  catalog: sample,
  message: 'details',
});

const ENTRIES: Readonly<Record<string, number>> = { alpha: 1, beta: 2, gamma: 3 };

/** Says something of everything that a schema can say. */
export const LOOKUP_SCHEMA = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 20 },
    kind: { type: 'string', enum: ['city', 'river', 'mountain'] },
    limit: { type: 'integer', minimum: 1, maximum: 10 },
    code: { type: 'string', pattern: '^[A-Z]{3}$' },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
    filter: {
      type: 'object',
      properties: { port: { type: 'integer', minimum: 1, maximum: 65535 } },
      required: ['port'],
      additionalProperties: false,
    },
  },
  required: ['name', 'kind'],
  additionalProperties: false,
};

const lookup: Tool<{ name: string; limit?: number }> = {
  name: 'lookup',
  description: 'Looks an entry up.',
  annotations: { readOnlyHint: true },
  inputSchema: LOOKUP_SCHEMA,
  run({ name }) {
    const entry = Object.hasOwn(ENTRIES, name) ? ENTRIES[name] : undefined;
    if (entry === undefined) throw sample.ENTRY_NOT_FOUND({ name });
    return `${name} is entry ${entry}`;
  },
};

/** Takes two seconds, unless it is cancelled. */
const slow = (clock: Clock): Tool => ({
  name: 'slow',
  description: 'Counts slowly.',
  annotations: { readOnlyHint: true },
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  async run(_args, { signal }) {
    await clock.sleep(2000, signal);
    return 'counted';
  },
});

/** Has room for one call every two seconds, and says so. */
const busy = (clock: Clock): Tool => {
  let free = 0;
  return {
    name: 'busy',
    description: 'Has room for one call at a time.',
    annotations: { readOnlyHint: true },
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    run() {
      if (clock.now() < free) throw sample.TOO_BUSY({});
      free = clock.now() + 2000;
      return 'there was room';
    },
  };
};

/** Writes: no check may call it without being allowed to. */
const remove = (onRemove: () => void): Tool => ({
  name: 'remove',
  description: 'Removes an entry.',
  annotations: { readOnlyHint: false, destructiveHint: true },
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  },
  run() {
    onRemove();
    return 'removed';
  },
});

/** A healthy server with one of everything. */
export function sampleOptions(clock: Clock, onRemove: () => void): KitOptions {
  return {
    name: 'sample',
    version: '1.0.0',
    contract: sampleContract,
    deadline: 0,
    tools: [lookup, slow(clock), busy(clock), remove(onRemove)],
    resources: [{ uri: 'note://one', name: 'one', read: () => 'the first note' }],
    prompts: [
      {
        name: 'greeting',
        arguments: [{ name: 'who', required: true }],
        messages: ({ who }) => `Hello, ${who}!`,
      },
    ],
  };
}

/** One healthy server, or one that is broken in one way; apart from any wire. */
export interface SampleServer {
  readonly hooks: Hooks;
  /** How often a tool that writes was called. */
  readonly removed: () => number;
  /** A connection on lines. */
  connect(channel: Channel): Connection;
  edge(): Promise<HttpEdge>;
}

interface SampleSetup {
  readonly era: Era;
  readonly clock: Clock;
  readonly broken?: Breakage | undefined;
  readonly secrets?: readonly string[];
}

/** Methods of plain JSON-RPC. */
const PLAIN_METHODS = {
  add: (params: unknown) => {
    const { a, b } = params as { a: number; b: number };
    return { sum: a + b };
  },
};

export const PLAIN_HARMLESS = { method: 'add', params: { a: 1, b: 2 } } as const;

export function createSampleServer({
  era,
  clock,
  broken,
  secrets = [],
}: SampleSetup): SampleServer {
  const hooks = broken?.breaks({ clock, secrets }) ?? {};
  let removed = 0;
  const removes = (): number => removed;
  if (era === 'jsonrpc') {
    const options = { contract: jsonrpcContract, methods: PLAIN_METHODS };
    const server = createServer({ ...options, era });
    const edge = createHttpEdge({
      contract: jsonrpcContract,
      eras: ['jsonrpc'],
      open: serveMethods({ ...options, eras: ['jsonrpc'] }),
    });
    return { hooks, removed: removes, connect: () => server.connect(), edge: async () => edge };
  }
  const healthy = sampleOptions(clock, () => (removed += 1));
  const kit = kits.createKit(hooks.offer?.(healthy) ?? healthy);
  const edge = kits.createHttpEdge(kit);
  return {
    hooks,
    removed: removes,
    connect: (channel) => kit.open({ channel }),
    edge: () => edge,
  };
}

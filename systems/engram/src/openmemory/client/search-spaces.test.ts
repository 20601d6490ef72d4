import { closing } from '@errata/testing';
import { expect, it } from 'vitest';
import { startOpenMemory } from '../server/start-open-memory.js';
import { memoryOf } from '../testing/memories.js';
import { createOpenMemoryClient } from './create-open-memory-client.js';

const keep = closing();

it('one search of the embedded memory covers several spaces, best first, and no other space', async () => {
  const server = keep(await startOpenMemory({ database: ':memory:', apiKey: 'key' }));
  const client = keep(createOpenMemoryClient({ url: server.url, apiKey: 'key' }));
  const texts = {
    'team:a': 'The router is old',
    'team:b': 'Router and firewall are new',
    'team:c': 'Router, firewall and switch',
  };
  for (const [space, content] of Object.entries(texts)) {
    await client.add(memoryOf(content, { space }), space);
  }
  const before = server.requests.length;
  const query = { query: 'router firewall', spaces: ['team:a', 'team:b'], top_k: 5 };
  const hits = await client.search(query);
  expect(server.requests.length - before).toBe(1);
  expect(hits.map(({ memory }) => memory?.space)).toEqual(['team:b', 'team:a']);
  expect(hits[0]!.score).toBe(1);
  expect(hits[1]!.score).toBeLessThan(1);
});

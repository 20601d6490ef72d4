import { degradedResult, okResult } from '@errata/catalogs/engram';
import { z } from 'zod';
import type { Candidate } from '../logbook/candidates.js';
import type { FoundMemory } from '../openmemory/index.js';
import { privateSpaceOf } from '../policy/actor.js';
import { decideRead } from '../policy/decide.js';
import { inLine } from './lines.js';
import { isOutage, messageOf, reasonOf } from './outage.js';
import { policyReject } from './refusals.js';
import type { ReadTool, ToolContext } from './tool.js';

/** Shared spaces that are searched at once where none was named. */
const MOST_SPACES = 19;

const found = z.object({
  memory_id: z.string().nullable().describe('null while it waits in the outbox'),
  content: z.string(),
  space: z.string(),
  kind: z.string().nullable(),
  user: z.string(),
  created_at: z.string(),
  score: z.number().optional().describe('The higher, the better it fits; not from the Logbook'),
  metadata: z.record(z.string(), z.unknown()).nullable().optional(),
});

type Found = z.input<typeof found>;

export const memoryQuery: ReadTool<'memory_query'> = {
  name: 'memory_query',
  title: 'Search memories',
  description:
    'Search what is remembered, by words. Without spaces it looks into your private space and up to 19 shared ones. While OpenMemory is away the answer is degraded: it comes from the Logbook and may be incomplete.',
  module: 'memory',
  effect: 'read',
  output: z.object({
    results: z.array(found),
    spaces: z.array(z.string()).describe('Those that were searched'),
    left_out: z.number().optional().describe('Hits that did not fit into one answer'),
    degraded: z.literal(true).optional().describe('OpenMemory could not be searched'),
    message: z.string().optional(),
  }),
  async run({ query, spaces: named, top_k }, context) {
    const { settings, logbook, lines } = context;
    const spaces = named === undefined ? await usualSpaces(context) : [...new Set(named)];
    for (const space of spaces) {
      const decision = decideRead(space, context.actor, settings.lang);
      if (decision.action === 'reject') throw policyReject(decision, this.name, context.actor);
    }
    try {
      const [sent, waiting] = await Promise.all([
        search(query, spaces, top_k, context),
        // What was just stored is found also while it waits for OpenMemory.
        logbook.candidates.search({ query, spaces, limit: Math.ceil(top_k / 2), waiting: true }),
      ]);
      // OpenMemory may have one already, although that was not noted yet.
      const unsent = waiting.filter(
        ({ content, space }) => !sent.some((hit) => hit.content === content && hit.space === space),
      );
      const best = sent.slice(0, top_k - unsent.length);
      const { results, ...more } = fitting([...best, ...unsent.map(fromCandidate)]);
      const result = okResult({ results, spaces, ...more });
      return { result, line: lines.found(results.length) };
    } catch (thrown) {
      if (!isOutage(thrown)) throw thrown;
      const candidates = await logbook.candidates.search({ query, spaces, limit: top_k });
      const { results, ...more } = fitting(candidates.map(fromCandidate));
      const message = messageOf(thrown, settings.lang);
      return {
        result: degradedResult({ results, message, spaces, ...more }),
        line: lines.degraded(results.length, inLine(message)),
        record: { action: 'degraded', ...reasonOf(thrown) },
      };
    }
  },
};

async function usualSpaces({ actor, logbook }: ToolContext): Promise<readonly string[]> {
  return [privateSpaceOf(actor), ...(await logbook.candidates.sharedSpaces(MOST_SPACES))];
}

async function search(
  query: string,
  spaces: readonly string[],
  top_k: number,
  { openMemory, signal }: ToolContext,
): Promise<readonly Found[]> {
  const each = spaces.map(async (space) => {
    const hits = await openMemory.search({ query, space, top_k }, { signal });
    // What may be read was decided by the space; nobody else's word is taken for it.
    return hits.filter((hit) => hit.space === space);
  });
  const all = (await Promise.all(each)).flat();
  return all
    .sort((a, b) => b.score - a.score)
    .slice(0, top_k)
    .map(fromMemory);
}

/** Characters of content in one answer. */
const MOST_CHARACTERS = 1_000_000;

/** As many as fit into one answer, and one in any case. */
function fitting(all: readonly Found[]) {
  let left = MOST_CHARACTERS;
  const results = all.filter(({ content }, index) => {
    left -= content.length;
    return index === 0 || left >= 0;
  });
  const left_out = all.length - results.length;
  return { results, ...(left_out > 0 && { left_out }) };
}

function fromMemory({ id, user_id, ...memory }: FoundMemory): Found {
  return { memory_id: id, user: user_id, ...memory };
}

function fromCandidate(candidate: Candidate): Found {
  const { memory_id, content, space, kind, actor, created_at } = candidate;
  return { memory_id, content, space, kind, user: actor, created_at };
}

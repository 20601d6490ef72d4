import { degradedResult, okResult } from '@errata/catalogs/engram';
import { z } from 'zod';
import type { Candidate } from '../logbook/candidates.js';
import type { Hit, Memory, StoredMemory } from '../openmemory/index.js';
import { privateSpaceOf } from '../policy/actor.js';
import { decideRead } from '../policy/decide.js';
import type { ToolName } from './arguments.js';
import { inLine } from './lines.js';
import { isOutage, messageOf, reasonOf } from './outage.js';
import { policyReject } from './refusals.js';
import type { ReadTool, EngramToolContext } from './tool.js';

/** Shared spaces that are searched at once if none was named. */
const MOST_SPACES = 19;

const found = z.object({
  memory_id: z.string().nullable().describe('null while the gateway keeps it itself'),
  outbox_id: z
    .number()
    .optional()
    .describe('Where the gateway keeps it: outbox:<id> for memory_get'),
  content: z.string(),
  space: z.string(),
  kind: z.string().nullable(),
  user: z.string(),
  created_at: z.string(),
  score: z.number().optional().describe('From 0 to 1, best first; not from the Logbook'),
  metadata: z.record(z.string(), z.unknown()).nullable().optional(),
});

type Found = z.input<typeof found>;

export const memoryQuery: ReadTool<'memory_query'> = {
  name: 'memory_query',
  title: 'Search memories',
  description:
    'Search memories with a question or words. Default spaces: your private one and up to 19 shared ones. While OpenMemory is down, the result is degraded: it comes from the Logbook and may be incomplete.',
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
    const spaces = await readableSpaces(named, this.name, context);
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

/** From the logbook, which has every memory of the gateway: the published servers list by tenant, or not at all. */
export const memoryList: ReadTool<'memory_list'> = {
  name: 'memory_list',
  title: 'List memories',
  description:
    'List the memories of this gateway, newest first, page by page. Default spaces: your private one and up to 19 shared ones. Works without OpenMemory.',
  module: 'memory',
  effect: 'read',
  output: z.object({
    memories: z.array(found),
    spaces: z.array(z.string()).describe('Those that were listed'),
    cursor: z.number().optional().describe('For the next page; left out on the last one'),
  }),
  async run({ spaces: named, limit, cursor: before }, context) {
    const { logbook, lines } = context;
    const spaces = await readableSpaces(named, this.name, context);
    const page = { spaces, limit: limit + 1, ...(before !== undefined && { before }) };
    const rows = await logbook.candidates.list(page);
    const memories = rows.slice(0, limit).map(fromCandidate);
    const cursor = rows.length > limit ? { cursor: rows[limit - 1]!.id } : {};
    return {
      result: okResult({ memories, spaces, ...cursor }),
      line: lines.listed(memories.length),
    };
  },
};

/** The spaces that are named, all of which the actor must be able to read; or else the usual ones. */
async function readableSpaces(
  named: readonly string[] | undefined,
  tool: ToolName,
  context: EngramToolContext,
): Promise<readonly string[]> {
  const { actor, settings } = context;
  const spaces = named === undefined ? await usualSpaces(context) : [...new Set(named)];
  for (const space of spaces) {
    const decision = decideRead(space, actor, settings.lang);
    if (decision.action === 'reject') throw policyReject(decision, tool, actor);
  }
  return spaces;
}

async function usualSpaces({ actor, logbook }: EngramToolContext): Promise<readonly string[]> {
  const { closedTeams: closed = new Set<string>() } = actor;
  const shared = await logbook.candidates.sharedSpaces(MOST_SPACES + closed.size);
  const open = shared.filter((space) => !closed.has(space));
  return [privateSpaceOf(actor), ...open.slice(0, MOST_SPACES)];
}

/** Hits of which only OpenMemory knows the space, that it is asked about one by one. */
const MOST_ASKED = 20;

/**
 * What OpenMemory found in these spaces, best first. Nobody's word is taken for the space: the logbook says it, or what was written into the
 * memory when it was stored. What neither of them knows does not get through.
 */
async function search(
  query: string,
  spaces: readonly string[],
  top_k: number,
  { openMemory, logbook, signal }: EngramToolContext,
): Promise<readonly Found[]> {
  const hits = [...(await openMemory.search({ query, spaces, top_k }, { signal }))];
  hits.sort((a, b) => b.score - a.score);
  const keys = hits.flatMap(({ key }) => key ?? []);
  const known = await logbook.candidates.known([...new Set(hits.map(({ id }) => id))], keys);
  const byId = new Map(known.map((each) => [each.memory_id, each]));
  const byKey = new Map(known.map((each) => [each.idempotency_key, each]));
  let searches = 0;
  const lookUp = async ({ id, memory, key }: Hit): Promise<Partial<StoredMemory> | undefined> => {
    if (memory !== undefined) return { memory, ...(key !== undefined && { key }) };
    if (!openMemory.can('get') || searches++ >= MOST_ASKED) return undefined;
    return openMemory.get(id, { signal });
  };
  const resolved = hits.map(async (hit): Promise<Found | undefined> => {
    const { id, key, score } = hit;
    const candidate = byId.get(id) ?? (key === undefined ? undefined : byKey.get(key));
    if (candidate !== undefined) {
      const agrees = hit.memory === undefined || hit.memory.space === candidate.space;
      return agrees ? { ...fromCandidate(candidate), score } : undefined;
    }
    const { memory, key: own } = (await lookUp(hit)) ?? {};
    if (memory === undefined || !spaces.includes(memory.space)) return undefined;
    const isGone = own !== undefined && (await logbook.outbox.deleted([own])).size > 0;
    return isGone ? undefined : { ...fromMemory(memory), score };
  });
  const seen = new Set<string>();
  return (await Promise.all(resolved))
    .filter((each) => each !== undefined)
    .filter(({ memory_id, outbox_id, space }) => {
      // Parts of a long text are hits of their own, of one memory.
      const name = memory_id ?? `outbox:${outbox_id}`;
      return spaces.includes(space) && !seen.has(name) && seen.add(name);
    })
    .slice(0, top_k);
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

function fromMemory({ id, user_id, ...memory }: Memory): Found {
  return { memory_id: id, user: user_id, ...memory };
}

function fromCandidate(candidate: Candidate): Found {
  const { memory_id, content, space, kind, actor, created_at, outbox_id } = candidate;
  const metadata = readMetadata(candidate);
  return {
    ...{ memory_id, content, space, kind, user: actor, created_at },
    ...(metadata !== null && { metadata }),
    ...(memory_id === null && { outbox_id }),
  };
}

/** The metadata that a memory was stored with. */
export function readMetadata({ metadata }: Pick<Candidate, 'metadata'>) {
  return metadata === null ? null : (JSON.parse(metadata) as Record<string, unknown>);
}

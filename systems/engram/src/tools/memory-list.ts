import { okResult } from '@errata/catalogs/engram';
import { z } from 'zod';
import { decideRead } from '../policy/decide.js';
import { fromCandidate, found, usualSpaces } from './memory-query.js';
import { policyReject } from './refusals.js';
import type { ReadTool } from './tool.js';

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
    const { settings, logbook, lines, actor } = context;
    const spaces = named === undefined ? await usualSpaces(context) : [...new Set(named)];
    for (const space of spaces) {
      const decision = decideRead(space, actor, settings.lang);
      if (decision.action === 'reject') throw policyReject(decision, this.name, actor);
    }
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

import { startChild } from '../../lib/child.js';
import { interleave } from '../../lib/interleave.js';
import { createCases } from './cases.js';
import { ENTRIES } from './contenders.js';
import { createHttpLoad } from './http-load.js';
import { createStdioLoad } from './stdio-load.js';
import { whatIsWrong } from './verify.js';

/**
 * @typedef {import('./contenders.js').Entry} Entry
 * @typedef {import('../../lib/interleave.js').Samples} Samples
 */

/**
 * Every server of one transport, each in a process of its own, measured in turns.
 * @param {'stdio' | 'http'} transport
 * @param {{ seconds: number, sliceMs: number, warmMs: number, minRounds: number, signal: AbortSignal,
 *   onProgress: (done: number) => void }} options
 * @returns {Promise<Samples>}
 */
export async function measureWire(transport, options) {
  const entries = ENTRIES[transport].filter(({ installed }) => installed?.() !== false);
  const entered = await Promise.allSettled(entries.map((entry) => enter(entry, options.signal)));
  const entrants = entered.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  try {
    const failed = entered.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const names = createCases('jsonrpc').map(({ name }) => name);
    const races = names.map((name, index) => ({
      name,
      contenders: entrants.map((entrant) => ({
        name: entrant.entry.name,
        run: (/** @type {number} */ count) => entrant.run(index, count),
      })),
    }));
    return await interleave(races, options);
  } finally {
    await Promise.all(entrants.map((entrant) => entrant.leave()));
  }
}

/**
 * Start a server, and ask it once per case: the speed of a wrong reply is worth nothing.
 * @param {Entry} entry
 * @param {AbortSignal} signal
 */
async function enter(entry, signal) {
  const { name, transport, file, era } = entry;
  const url = new URL(`./servers/${transport}/${file}.js`, import.meta.url);
  const child = await startChild(url, { args: [era], signal });
  try {
    const load =
      transport === 'stdio'
        ? await createStdioLoad(child, era)
        : createHttpLoad(child, (await child.hear()).port, era);
    const cases = createCases(era);
    for (const each of cases) {
      for (const request of [each.requests[0], each.requests[each.requests.length - 1]]) {
        if (request === undefined) continue;
        const reply = await load.ask(request);
        const wrong = whatIsWrong(each.name, request, reply);
        if (wrong !== undefined) {
          throw new Error(
            `${name} over ${transport} answers ${each.name} wrongly: ${wrong}\n${reply}`,
          );
        }
      }
    }
    return {
      entry,
      /** @param {number} index @param {number} count */
      async run(index, count) {
        const each = cases[index];
        if (each === undefined) return 0;
        await load.open(each);
        const before = await child.cpu();
        await load.run(each, count);
        return (await child.cpu()) - before;
      },
      async leave() {
        load.close();
        await child.stop();
      },
    };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

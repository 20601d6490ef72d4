import { startChild } from './child.js';
import { createHttpLoad, openSession } from './http-load.js';
import { interleave } from './interleave.js';
import { createStdioLoad } from './stdio-load.js';

/**
 * @typedef {import('./interleave.js').Samples} Samples
 * @typedef {import('./mcp-messages.js').Era} Era
 * @typedef {import('./stdio-load.js').Case} Case
 *
 * One server, in a process of its own.
 * @typedef {object} Entry
 * @property {string} name
 * @property {'stdio' | 'http'} transport
 * @property {string} file In `<servers>/<transport>/`, without its ending.
 * @property {Era} era What it is spoken to in.
 * @property {boolean} [session] Whether it opens a session over HTTP, which all requests then belong to.
 * @property {() => boolean} [installed]
 */

/**
 * What is sent to all of them, and how a reply is checked.
 * @template {Case} C
 * @typedef {object} Work
 * @property {URL} servers The folder of the entries' files.
 * @property {(era: Era) => C[]} createCases
 * @property {(each: C, request: C['requests'][number], reply: string) => string | undefined} whatIsWrong
 */

/**
 * @typedef {object} MeasureOptions
 * @property {number} seconds
 * @property {number} sliceMs
 * @property {number} warmMs
 * @property {number} minRounds
 * @property {AbortSignal} signal
 * @property {(done: number) => void} onProgress
 */

/**
 * Servers of one transport, each in a process of its own, measured in turns: CPU nanoseconds of the server per request, and, by the
 * same keys and rounds, requests per second of the wall clock.
 * @template {Case} C
 * @param {readonly Entry[]} entries
 * @param {Work<C>} work
 * @param {MeasureOptions} options
 * @returns {Promise<{ cpu: Samples, rates: Samples }>}
 */
export async function measureServers(entries, work, options) {
  const present = entries.filter(({ installed }) => installed?.() !== false);
  const entered = await Promise.allSettled(
    present.map((entry) => enter(entry, work, options.signal)),
  );
  const entrants = entered.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  try {
    const failed = entered.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const names = work.createCases('jsonrpc').map(({ name }) => name);
    const races = names.map((name, index) => ({
      name,
      contenders: entrants.map((entrant) => ({
        name: entrant.name,
        run: (/** @type {number} */ count) => entrant.run(index, count),
      })),
    }));
    const cpu = await interleave(races, options);
    return { cpu, rates: ratesOf(entrants, cpu) };
  } finally {
    await Promise.all(entrants.map((entrant) => entrant.leave()));
  }
}

/**
 * The rates of the measured rounds, without the warm-up.
 * @param {readonly { name: string, rates: readonly (readonly number[])[] }[]} entrants
 * @param {Samples} cpu
 * @returns {Samples}
 */
function ratesOf(entrants, cpu) {
  return new Map(
    [...cpu].map(([caseName, race], index) => [
      caseName,
      new Map(
        entrants.map(({ name, rates }) => [
          name,
          rates[index]?.slice(-(race.get(name)?.length ?? 0)) ?? [],
        ]),
      ),
    ]),
  );
}

/**
 * Starts a server and checks two replies per case: the speed of a wrong reply means nothing.
 * @template {Case} C
 * @param {Entry} entry
 * @param {Work<C>} work
 * @param {AbortSignal} signal
 */
async function enter({ name, transport, file, era, session }, work, signal) {
  const url = new URL(`${transport}/${file}.js`, work.servers);
  const child = await startChild(url, { args: [era], signal });
  try {
    const load =
      transport === 'stdio'
        ? await createStdioLoad(child, era)
        : createHttpLoad(child, await targetOf(child, era, session === true));
    const cases = work.createCases(era);
    for (const each of cases) {
      for (const request of [each.requests[0], each.requests[each.requests.length - 1]]) {
        if (request === undefined) continue;
        const reply = await load.ask(request);
        const wrong = work.whatIsWrong(each, request, reply);
        if (wrong !== undefined) {
          throw new Error(
            `${name} over ${transport} answers ${each.name} wrongly: ${wrong}\n${reply}`,
          );
        }
      }
    }
    /** @type {number[][]} */
    const rates = cases.map(() => []);
    return {
      name,
      rates,
      /** @param {number} index @param {number} count */
      async run(index, count) {
        const each = cases[index];
        if (each === undefined) return 0;
        await load.open(each);
        const before = await child.cpu();
        const started = performance.now();
        await load.run(each, count);
        rates[index]?.push((count / (performance.now() - started)) * 1000);
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

/**
 * @param {import('./child.js').Child} child
 * @param {Era} era
 * @param {boolean} session
 */
async function targetOf(child, era, session) {
  const { port } = await child.nextMessage();
  return session ? openSession(child, port) : { port, era };
}

import { measureServers } from '../../lib/measure-servers.js';
import { createCases } from './cases.js';
import { ENTRIES } from './contenders.js';
import { describeWire, wireToJson } from './report.js';
import { whatIsWrong } from './verify.js';

const WORK = { servers: new URL('./servers/', import.meta.url), createCases, whatIsWrong };

const FULL = { seconds: 36, sliceMs: 25, warmMs: 150, minRounds: 5 };
const QUICK = { seconds: 4, sliceMs: 8, warmMs: 20, minRounds: 2 };

/**
 * Whole servers over stdio and HTTP, one process each: CPU of the server per request, mostly on the error path.
 * @type {import('../../lib/suite.js').Suite}
 */
export const wire = {
  name: 'wire',
  about: 'servers over stdio and HTTP: errata, the SDKs bare, guarded and served, fastmcp',
  async run({ quick, seconds, signal, progress }) {
    const plan = quick ? QUICK : FULL;
    const total = seconds ?? plan.seconds;
    const text = [];
    /** @type {Record<string, unknown>} */
    const json = {};
    for (const transport of /** @type {const} */ (['stdio', 'http'])) {
      progress(`${transport}: starting and warming up`);
      const { cpu: samples } = await measureServers(ENTRIES[transport], WORK, {
        ...plan,
        seconds: total / 2,
        signal,
        onProgress: (done) => progress(`${transport} ${Math.round(done * 100)} %`),
      });
      text.push(describeWire(transport, samples));
      json[transport] = wireToJson(transport, samples);
    }
    return { text: text.join('\n\n\n'), json: { wire: json } };
  },
};

import { measureServers } from '../../lib/measure-servers.js';
import { createCases } from './cases.js';
import { ENTRIES } from './contenders.js';
import { describeSizes, measureSizes } from './install-size.js';
import { describeLoad, loadToJson } from './report.js';
import { whatIsWrong } from './verify.js';

const WORK = { servers: new URL('./servers/', import.meta.url), createCases, whatIsWrong };

const FULL = { seconds: 60, sliceMs: 25, warmMs: 400, minRounds: 5 };
const QUICK = { seconds: 4, sliceMs: 8, warmMs: 20, minRounds: 2 };

/**
 * The kit beside the SDKs and fastmcp: the same tool over stdio and HTTP, and what each takes on disk.
 * @type {import('../../lib/suite.js').Suite}
 */
export const kit = {
  name: 'kit',
  about: 'the kit beside the SDKs and fastmcp: the same tool over stdio and HTTP; install sizes',
  async run({ quick, seconds, signal, progress }) {
    const plan = quick ? QUICK : FULL;
    const total = seconds ?? plan.seconds;
    const text = [];
    /** @type {Record<string, unknown>} */
    const json = {};
    for (const transport of /** @type {const} */ (['stdio', 'http'])) {
      progress(`${transport}: starting and warming up`);
      const measured = await measureServers(ENTRIES[transport], WORK, {
        ...plan,
        seconds: total / 2,
        signal,
        onProgress: (done) => progress(`${transport} ${Math.round(done * 100)} %`),
      });
      text.push(describeLoad(transport, measured));
      json[transport] = loadToJson(transport, measured);
    }
    progress('install sizes');
    const sizes = measureSizes();
    text.push(describeSizes(sizes));
    return { text: text.join('\n\n\n'), json: { kit: { ...json, sizes } } };
  },
};

import { serverSuite } from '../../lib/server-suite.js';
import { createCases } from './cases.js';
import { ENTRIES } from './contenders.js';
import { describeSizes, measureSizes } from './install-size.js';
import { describeLoad, loadToJson } from './report.js';
import { whatIsWrong } from './verify.js';

/** The kit beside the SDKs and fastmcp: the same tool over stdio and HTTP, and what each takes on disk. */
export const kit = serverSuite({
  name: 'kit',
  about: 'the kit beside the SDKs and fastmcp: the same tool over stdio and HTTP; install sizes',
  full: { seconds: 60, warmMs: 400 },
  entries: ENTRIES,
  work: { servers: new URL('./servers/', import.meta.url), createCases, whatIsWrong },
  describe: describeLoad,
  toJson: loadToJson,
  more() {
    const sizes = measureSizes();
    return { text: describeSizes(sizes), json: { sizes } };
  },
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCalls } from './call-costs.js';
import { measureDaemon } from './daemon-costs.js';
import { measureLoad } from './load-costs.js';
import { describeCalls, describeDaemon, describeLoad, describeStart } from './report.js';
import { sampleDump } from './sample.js';
import { measureStart } from './start-costs.js';

const FULL = { seconds: 30, sliceMs: 5, warmMs: 100, rounds: 7, calls: 1000, dumpTables: 6000 };
const QUICK = { seconds: 3, sliceMs: 2, warmMs: 20, rounds: 1, calls: 100, dumpTables: 600 };

/**
 * The schema service: what an analysis, a load and a start cost, beside PostgreSQL's parser alone.
 * @type {import('../../lib/suite.js').Suite}
 */
export const sqlFun = {
  name: 'sql-fun',
  about: 'analysis of queries, loading of a dump and start of sql-fun, beside its parser alone',
  async run({ quick, seconds, signal, progress }) {
    const plan = quick ? QUICK : FULL;
    const folder = mkdtempSync(join(tmpdir(), 'errata-bench-'));
    const onProgress = (/** @type {string} */ part) => (/** @type {number} */ done) =>
      progress(`${part} ${Math.round(done * 100)} %`);
    try {
      const project = join(folder, 'project');
      const runtimeFolder = join(folder, 'run');
      const file = join(folder, 'large.sql');
      const dump = sampleDump(plan.dumpTables);
      mkdirSync(project);
      writeFileSync(join(project, 'schema.develop.sql'), sampleDump(500));
      writeFileSync(file, dump);
      const { rounds, calls: count } = plan;
      const calls = await measureCalls({
        ...{ ...plan, project, signal, seconds: seconds ?? plan.seconds },
        onProgress: onProgress('calls'),
      });
      const daemon = await measureDaemon({
        ...{ project, runtimeFolder, rounds, calls: count, signal },
        onProgress: onProgress('daemon'),
      });
      const load = await measureLoad({ file, rounds, signal, onProgress: onProgress('load') });
      const start = await measureStart({
        ...{ project, runtimeFolder, rounds, signal },
        onProgress: onProgress('start'),
      });
      return {
        text: [
          describeCalls(calls),
          describeDaemon(daemon),
          describeLoad(load, dump.length / 1e6),
          describeStart(start),
        ].join('\n\n\n'),
        json: { 'sql-fun': { calls, daemon, load, start } },
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

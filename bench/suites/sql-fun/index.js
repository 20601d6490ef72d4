import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCalls } from './call-costs.js';
import { measureCheck } from './check-costs.js';
import { measureDaemon } from './daemon-costs.js';
import { measureLoad } from './load-costs.js';
import {
  describeCalls,
  describeCheck,
  describeDaemon,
  describeLoad,
  describeStart,
} from './report.js';
import { sampleDump } from './sample.js';
import { measureStart } from './start-costs.js';

const FULL = {
  seconds: 30,
  sliceMs: 5,
  warmMs: 100,
  rounds: 7,
  calls: 1000,
  dumpTables: 500,
  files: 1000,
};
const QUICK = {
  seconds: 3,
  sliceMs: 2,
  warmMs: 20,
  rounds: 1,
  calls: 100,
  dumpTables: 100,
  files: 50,
};

/**
 * The schema service: what a check, an analysis, a load and a start cost, beside PostgreSQL's parser alone.
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
      const file = join(folder, 'dump.sql');
      const cache = join(folder, 'cache');
      const dump = sampleDump(plan.dumpTables);
      mkdirSync(project);
      const schema = join(project, 'schema.develop.sql');
      writeFileSync(schema, sampleDump(500));
      writeFileSync(file, dump);
      const { rounds, calls: count } = plan;
      const calls = await measureCalls({
        ...{ ...plan, project, cache, signal, seconds: seconds ?? plan.seconds },
        onProgress: onProgress('calls'),
      });
      const daemon = await measureDaemon({
        ...{ project, runtimeFolder, cache, rounds, calls: count, signal },
        onProgress: onProgress('daemon'),
      });
      const start = await measureStart({
        ...{ project, runtimeFolder, cache, rounds, signal },
        onProgress: onProgress('start'),
      });
      const check = await measureCheck({
        ...{ folder: join(folder, 'queries'), schema, cacheHome: folder },
        ...{ files: plan.files, rounds, signal },
      });
      const load = await measureLoad({
        ...{ file, cache, rounds, signal, onProgress: onProgress('load') },
      });
      return {
        text: [
          describeCalls(calls),
          describeDaemon(daemon),
          describeLoad(load, dump.length / 1e6),
          describeStart(start),
          describeCheck(check),
        ].join('\n\n\n'),
        json: { 'sql-fun': { calls, daemon, load, start, check } },
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

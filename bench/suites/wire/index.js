import { serverSuite } from '../../lib/server-suite.js';
import { createCases } from './cases.js';
import { ENTRIES } from './contenders.js';
import { describeWire, wireToJson } from './report.js';
import { whatIsWrong } from './verify.js';

/** Whole servers over stdio and HTTP, one process each: CPU of the server per request, mostly on the error path. */
export const wire = serverSuite({
  name: 'wire',
  about: 'servers over stdio and HTTP: errata, the SDKs bare, guarded and served, fastmcp',
  full: { seconds: 36, warmMs: 1_000 },
  entries: ENTRIES,
  work: { servers: new URL('./servers/', import.meta.url), createCases, whatIsWrong },
  describe: (transport, { cpu }) => describeWire(transport, cpu),
  toJson: (transport, { cpu }) => wireToJson(transport, cpu),
});

// Reads a dump once, as it is told, and prints what that took: CPU milliseconds, megabytes before and after.
import { readFileSync } from 'node:fs';
import { loadModule, parseSync } from 'libpg-query';
import { collectAll, cpuNanoseconds } from '../../lib/cpu.js';
import { systemParts } from './parts.js';

const [way = '', file = ''] = process.argv.slice(2);
await loadModule();
const { loadSchemaFile } = await systemParts();
collectAll();
const before = process.memoryUsage();
const cpu = cpuNanoseconds();
const kept = way === 'parse' ? parseSync(readFileSync(file, 'utf8')) : await loadSchemaFile(file);
const cpuMs = (cpuNanoseconds() - cpu) / 1e6;
const peakMb = process.resourceUsage().maxRSS / 1024;
collectAll();
const { rss, heapUsed } = process.memoryUsage();
const mb = (/** @type {number} */ bytes) => bytes / 2 ** 20;
console.log(
  JSON.stringify({
    ...{ cpuMs, peakMb, rssMb: mb(rss), heapMb: mb(heapUsed - before.heapUsed) },
    kept: Object.keys(kept).length,
  }),
);

// Reads a dump once, the given way, and prints what that took.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { loadModule, parseSync } from 'libpg-query';
import { collectAll, cpuNanoseconds } from '../../lib/cpu.js';
import { systemParts } from './parts.js';

const [way = '', file = '', cache = ''] = process.argv.slice(2);
await loadModule();
const { DatabaseStore, openDatabase } = await systemParts();
const [cpu, wall] = [cpuNanoseconds(), performance.now()];
// A dump with another first line is another dump, and has to be loaded again.
const text = `${way === 'loaded' ? `-- ${Date.now()}\n` : ''}${readFileSync(file, 'utf8')}`;
const sha256 = createHash('sha256').update(text).digest('hex');
const open = (
  /** @type {{ rules: { expose: Record<string, { columns: '*' }> }, path: string[] }} */ exposed,
) => openDatabase({ file, text, sha256 }, new DatabaseStore(cache), exposed);
const kept =
  way === 'bare parser'
    ? [parseSync(text)]
    : [
        await openDatabase({ file, text, sha256 }, new DatabaseStore(cache)),
        ...(way === 'both contexts'
          ? [await open({ rules: { expose: { '*': { columns: '*' } } }, path: ['public'] })]
          : []),
      ];
const spent = { cpuMs: (cpuNanoseconds() - cpu) / 1e6, wallMs: performance.now() - wall };
collectAll();
console.log(JSON.stringify({ ...spent, rssMb: process.memoryUsage().rss / 2 ** 20 }));
for (const one of kept) if ('close' in one) await one.close();

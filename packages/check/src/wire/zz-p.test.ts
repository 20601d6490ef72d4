import { it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { buildPrograms } from '../../../prove/src/testing/build-programs.js';
import { checkPeer } from '../run/check-peer.js';
import { stdioPeer } from './stdio-peer.js';
it('p', async () => {
  const built = await buildPrograms({ sample: fileURLToPath(new URL('../testing/real/stdio-program.ts', import.meta.url)) });
  let last = performance.now();
  const times: [number, string][] = [];
  const r = await checkPeer(stdioPeer({ command: process.execPath, args: [`${built.folder}/sample.mjs`, '2025-11-25'], secrets: [] }), { eras: ['2025-11-25'], onProgress: (p) => { const n = performance.now(); times.push([n - last, p.case.id]); last = n; } });
  times.sort((a, b) => b[0] - a[0]);
  console.log(r.requests, times.length, times.reduce((s, t) => s + t[0], 0), times.slice(0, 40).map((t) => t[0].toFixed(0) + ' ' + t[1]).join('\n'));
  await built.remove();
});

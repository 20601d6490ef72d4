// What a user's bundle grows by: each program is bundled with all that it needs of ours, minified and compressed, and compared with its limit.
// `size-limit` does the same with 13 packages more and a second bundler; rolldown is here anyway.
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/**
 * A program, and how many kilobytes it may weigh.
 * @type {readonly (readonly [code: string, limit: number])[]}
 */
const LIMITS = [
  [`export * from '@errata/core';`, 50],
  [`export { defineCatalog, defineContract } from '@errata/core';`, 13],
  [`export { guard } from '@errata/mcp';`, 53],
  [`export { recovering } from '@errata/mcp/client';`, 23],
];

let over = 0;
for (const [code, limit] of LIMITS) {
  const bundle = await rolldown({
    input: 'program',
    platform: 'node',
    external: (id) => !/^(@errata\/|\.|\/|program$)/.test(id),
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? `${process.cwd()}/program.js` : undefined),
        load: (id) => (id === `${process.cwd()}/program.js` ? code : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  // What is loaded at the start, and what only a failure loads.
  const text = output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
  const size = gzipSync(text).length / 1000;
  const isOver = size > limit;
  if (isOver) over += 1;
  console.log(
    `${isOver ? '✗' : '✓'} ${size.toFixed(1).padStart(6)} kB of ${String(limit).padStart(3)}  ${code}`,
  );
}
if (over > 0) {
  console.error('Make it smaller, or raise the limit in scripts/size.js with the reason.');
  process.exit(1);
}

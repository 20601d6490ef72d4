// `node bench/engram-search.js [memories] [postgres://…]`: how long a search of Engram's own memory takes, over HTTP.
// Without a URL in SQLite. With vectors, a server here makes 384 dimensions up; what a real model needs for a query comes on top.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createOpenMemoryClient, startOpenMemory } from '@errata/engram/openmemory';

const [count = '10000', url] = process.argv.slice(2);
const TOTAL = Number(count);

/** @type {{ text?: string, ask?: string }[]} */
const lines = readFileSync(
  new URL('../systems/engram/lab/search/labelled.ndjson', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const texts = lines.flatMap(({ text }) => text ?? []);
const questions = lines.flatMap(({ ask }) => ask ?? []);

/** @param {number} n */
const contentOf = (n) => `${texts[n % texts.length]}. ${n}. ${texts[(n * 7) % texts.length]}`;

/** Numbers that depend on the text only. @param {string} text */
function vectorOf(text) {
  let state = 7;
  for (const each of text) state = (state * 31 + each.charCodeAt(0)) >>> 0;
  return Array.from({ length: 384 }, () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return Number((state / 2 ** 32 - 0.5).toFixed(4));
  });
}

const embeddings = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const data = JSON.parse(body).input.map((/** @type {string} */ text) => ({
      embedding: vectorOf(text),
    }));
    response.end(JSON.stringify({ data }));
  });
});
await new Promise((resolve) => embeddings.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (embeddings.address());

/** @param {readonly number[]} times */
function figures(times) {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (/** @type {number} */ share) => sorted[Math.floor((sorted.length - 1) * share)];
  return `median ${at(0.5)?.toFixed(1)} ms, 95 % ${at(0.95)?.toFixed(1)} ms`;
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const folder = await mkdtemp(join(tmpdir(), 'errata-bench-'));
const database = url ?? join(folder, 'memories.db');
try {
  for (const withVectors of [false, true]) {
    const server = await startOpenMemory({
      database,
      ...(withVectors && { embeddings: { url: `http://127.0.0.1:${port}/v1`, model: 'made-up' } }),
    });
    const client = createOpenMemoryClient({ url: server.url, timeout: 600_000 });
    const search = (/** @type {string} */ query) =>
      client.search({ query, spaces: ['team:bench'], top_k: 10 });
    if (!withVectors) {
      const took = await timed(async () => {
        for (let n = 0; n < TOTAL; n++) {
          const memory = { content: contentOf(n), user_id: 'bench', space: 'team:bench' };
          await client.add(memory, `key-${n}`);
        }
      });
      process.stdout.write(`${TOTAL} memories added in ${(took / 1_000).toFixed(1)} s\n`);
    } else {
      // The last memory is found by its own vector once all have theirs.
      const last = contentOf(TOTAL - 1);
      const took = await timed(async () => {
        while (((await search(last))[0]?.score ?? 0) < 1) {
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      });
      process.stdout.write(`vectors made in ${(took / 1_000).toFixed(1)} s\n`);
    }
    const rounds = [...questions, ...questions, ...questions];
    const times = [];
    for (const query of rounds) times.push(await timed(() => search(query)));
    process.stdout.write(`search ${withVectors ? 'with' : 'without'} vectors: ${figures(times)}\n`);
    await client.close();
    await server.close();
  }
} finally {
  embeddings.close();
  await rm(folder, { recursive: true, force: true });
}

// Measures the memory of one implementation in a process of its own and prints one line of JSON.
import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectAll } from '../../lib/cpu.js';
import { median } from '../../lib/statistics.js';
import { asReceived, createCases, toolCall } from './cases.js';
import { connect } from './connect.js';
import { loadImplementation } from './implementations/index.js';
import { countWaiting, releaseWaiting } from './work.js';

const [name = '', given = ''] = process.argv.slice(2);
const replies = Number(given);
const COUNTED = 1_000;
const IN_FLIGHT = Math.min(5_000, replies);

const connection = await connect(await loadImplementation(name));
const texts = new Map(createCases().map((each) => [each.name, each.texts]));
const waiting = Array.from({ length: IN_FLIGHT }, (_, n) => asReceived(toolCall(n, 'device/wait')));

/** @param {import('./cases.js').CaseName} caseName @param {number} count */
const run = (caseName, count) => connection.run(texts.get(caseName) ?? [], count);

/** What is alive, after everything that can go has gone. */
async function liveHeap() {
  await nextTurn();
  collectAll();
  return process.memoryUsage().heapUsed;
}

/**
 * Bytes allocated per request: how far the heap grows while nothing is collected. A round in which the collector did run
 * is thrown away.
 * @param {import('./cases.js').CaseName} caseName
 */
async function allocatedPerRequest(caseName) {
  let collections = 0;
  const observer = new PerformanceObserver((list) => (collections += list.getEntries().length));
  observer.observe({ entryTypes: ['gc'] });
  const rounds = [];
  for (let round = 0; round < 5; round++) {
    collectAll();
    await nextTurn();
    await nextTurn();
    const collectionsBefore = collections;
    const before = process.memoryUsage().heapUsed;
    await run(caseName, COUNTED);
    const grown = process.memoryUsage().heapUsed - before;
    await nextTurn();
    await nextTurn();
    if (collections === collectionsBefore) rounds.push(grown / COUNTED);
  }
  observer.disconnect();
  return median(rounds);
}

await run('success', IN_FLIGHT);
await run('domain-error', IN_FLIGHT);
const allocatedSuccess = await allocatedPerRequest('success');
const allocatedError = await allocatedPerRequest('domain-error');

const before = await liveHeap();
await run('domain-error', replies);
const heapUsed = await liveHeap();

// Once for practice: tables that grow to hold the requests would count as theirs.
let inFlight = 0;
let afterFlight = 0;
for (let round = 0; round < 2; round++) {
  const empty = await liveHeap();
  connection.sendOnly(waiting, IN_FLIGHT);
  while (countWaiting() < IN_FLIGHT) await nextTurn();
  const full = await liveHeap();
  releaseWaiting();
  await connection.settle();
  inFlight = (full - empty) / IN_FLIGHT;
  afterFlight = ((await liveHeap()) - empty) / IN_FLIGHT;
}

console.log(
  JSON.stringify({
    allocatedSuccess: Math.round(allocatedSuccess),
    allocatedError: Math.round(allocatedError),
    heapUsed,
    retainedPerReply: (heapUsed - before) / replies,
    inFlight: Math.round(inFlight),
    afterFlight: Math.round(afterFlight),
  }),
);
process.exit(0);

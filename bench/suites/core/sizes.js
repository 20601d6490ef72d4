import { interleave } from '../../lib/interleave.js';
import { median } from '../../lib/statistics.js';
import { asReceived } from './cases.js';
import { connect } from './connect.js';
import { loadImplementation } from './implementations/index.js';
import { CODES } from './work.js';

/**
 * @typedef {{ name: string, about: string, text: (bytes: number) => string, contenders: readonly string[], code?: number }} Kind
 * @type {readonly Kind[]}
 */
export const KINDS = [
  {
    name: 'success',
    about: 'the arguments come back as the result',
    text: (bytes) => largeCall('device/echo', bytes),
    contenders: ['floor', 'errata'],
  },
  {
    name: 'error',
    about: 'a small domain error to a large request',
    text: (bytes) => largeCall('device/connect', bytes),
    contenders: ['floor', 'errata'],
    code: CODES.unreachable,
  },
  {
    name: 'large data',
    about: 'the error data is as large as the request: errata redacts it and cuts it to its budget',
    text: (bytes) => largeCall('device/dump', bytes),
    contenders: ['floor', 'errata'],
    code: CODES.refused,
  },
  {
    name: 'truncated',
    about: 'the last brace is missing; errata-mcp finds the id, which is the last member',
    text: (bytes) => largeCall('device/connect', bytes).slice(0, -1),
    contenders: ['floor', 'errata', 'errata-mcp'],
    code: CODES.parse,
  },
];

/**
 * CPU nanoseconds per byte of the request, by kind, implementation and size.
 * @param {{ sizes: readonly number[], seconds: number, warmMs: number, minRounds: number, signal: AbortSignal, onProgress: (done: number) => void }} options
 * @returns {Promise<Record<string, Record<string, number[]>>>}
 */
export async function measureSizes(options) {
  const names = ['floor', 'errata', 'errata-mcp'];
  const connections = new Map(
    await Promise.all(
      names.map(
        async (name) =>
          /** @type {const} */ ([name, await connect(await loadImplementation(name))]),
      ),
    ),
  );
  /** @type {Record<string, Record<string, number[]>>} */
  const costs = {};
  for (const [index, bytes] of options.sizes.entries()) {
    const races = [];
    for (const { name, text, contenders, code } of KINDS) {
      const texts = [asReceived(text(bytes))];
      for (const contender of contenders) {
        const reply = await connections.get(contender)?.ask(String(texts[0]), 5_000);
        const { error } = JSON.parse(reply ?? '{}');
        if (error?.code !== code) throw new Error(`${contender} answers ${name} wrongly: ${reply}`);
      }
      races.push({
        name,
        contenders: contenders.map((contender) => ({
          name: contender,
          run: (/** @type {number} */ count) => connections.get(contender)?.run(texts, count),
        })),
      });
    }
    // One size after the other: the garbage of 10 MB would be collected at the cost of 1 kB.
    const samples = await interleave(races, {
      ...options,
      seconds: options.seconds / options.sizes.length,
      sliceMs: 6,
      onProgress: (done) => options.onProgress((index + done) / options.sizes.length),
    });
    for (const [name, race] of samples) {
      const rows = (costs[name] ??= {});
      for (const [contender, perOperation] of race) {
        (rows[contender] ??= []).push(median(perOperation) / bytes);
      }
    }
  }
  return costs;
}

/**
 * A request of about this many bytes: a list of records as such servers handle them, with nested ids and escapes, and
 * the message's own id at the very end, where it is hardest to find.
 * @param {string} tool
 * @param {number} bytes
 */
function largeCall(tool, bytes) {
  const given =
    '"device_id":"dev-lab-1000","interface":"ether1","management_address":"198.51.100.7","attempt":1';
  const head = `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"${tool}","arguments":{${given},"records":`;
  const tail = '}},"id":"req-1"}';
  return head + recordsOf(bytes - head.length - tail.length) + tail;
}

/** @type {Map<number, string>} */
const made = new Map();

/** @param {number} bytes */
function recordsOf(bytes) {
  const known = made.get(bytes);
  if (known !== undefined) return known;
  const records = [];
  for (let size = 0, n = 0; size < bytes; n++) {
    const record = JSON.stringify({
      id: n,
      name: `ether${n % 48}`,
      comment: `uplink ${n} to "rack ${n % 7}"`,
      address: `198.51.100.${n % 256}`,
      rx_bytes: n * 7919,
      running: n % 3 === 0,
    });
    records.push(record);
    size += record.length + 1;
  }
  const text = `[${records.join(',')}]`;
  made.set(bytes, text);
  return text;
}

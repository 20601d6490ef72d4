import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { findPostgres, startPostgres } from '@errata/engram/lab';
import { startErrata } from './processes.js';

/**
 * Something that stores memories.
 * @typedef {object} Target
 * @property {string} name
 * @property {(content: string) => Promise<void>} store Throws unless the memory is in OpenMemory.
 * @property {() => Promise<number>} stored How many memories it says that it has stored.
 * @property {() => Promise<void>} stop
 *
 * @typedef {{ folder: string, signal: AbortSignal, inFlight: number }} Options
 */

const ERA = '2026-07-28';
const KEY = 'the-key-of-openmemory';
const META = {
  'io.modelcontextprotocol/protocolVersion': ERA,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** @param {string} name @param {Options} options */
async function startOpenMemory(name, { folder, signal }) {
  const database = join(folder, `${name}.db`);
  const words = ['sim', 'openmemory', '--dialect', 'js', '--database', database];
  const env = { ERRATA_ENGRAM_OPENMEMORY_KEY: KEY };
  const { match, stop } = await startErrata(words, /url {2}(\S+)/, { folder, env, signal });
  return { url: String(match[1]), stop };
}

/** The simulated JavaScript server, called as the gateway calls it. @param {Options} options @returns {Promise<Target>} */
export async function startAlone(options) {
  const openMemory = await startOpenMemory('alone', options);
  const post = createPost(openMemory.url, options.inFlight);
  let count = 0;
  return {
    name: 'OpenMemory alone',
    async store(content) {
      const { id, deduplicated } = await post('/memory/add', { content }, { 'x-api-key': KEY });
      if (typeof id !== 'string' || deduplicated !== undefined) throw new Error('not stored');
      count++;
    },
    stored: async () => count,
    async stop() {
      post.close();
      await openMemory.stop();
    },
  };
}

/**
 * The gateway over HTTP in front of an OpenMemory of its own, with policy, audit and outbox.
 * @param {'SQLite' | 'PostgreSQL'} kind
 * @param {Options} options
 * @returns {Promise<Target>}
 */
export async function startGateway(kind, options) {
  const { folder, signal, inFlight } = options;
  const openMemory = await startOpenMemory(kind, options);
  const programs = kind === 'PostgreSQL' ? findPostgres() : undefined;
  if (kind === 'PostgreSQL' && programs === undefined) {
    await openMemory.stop();
    throw new Error('there is no PostgreSQL on this machine: npm ci installs one');
  }
  const postgres = programs === undefined ? undefined : await startPostgres(programs);
  const logbook = postgres?.url ?? join(folder, 'logbook.db');
  const words = ['serve', 'engram', '--http', '--port', '0', '--trust-everybody', '--user', 'ann'];
  const places = ['--logbook', logbook, '--openmemory', openMemory.url];
  const env = { ERRATA_ENGRAM_OPENMEMORY_KEY: KEY };
  const ready = /listening on (\S+)\/mcp/;
  const gateway = await startErrata([...words, ...places], ready, { folder, env, signal });
  const post = createPost(String(gateway.match[1]), inFlight);
  let id = 0;
  /** @param {string} name @param {object} args */
  const call = async (name, args) => {
    const params = { name, arguments: args, _meta: META };
    const message = { jsonrpc: '2.0', id: ++id, method: 'tools/call', params };
    const headers = {
      accept: 'application/json, text/event-stream',
      ...{ 'mcp-protocol-version': ERA, 'mcp-method': 'tools/call', 'mcp-name': name },
    };
    return (await post('/mcp', message, headers)).result?.structuredContent ?? {};
  };
  return {
    name: `gateway, ${kind}`,
    async store(content) {
      const { memory_id, action } = await call('memory_store', { content });
      if (typeof memory_id !== 'string') throw new Error(`not stored: ${action}`);
    },
    async stored() {
      const { outbox, operations } = await call('reliability_report', {});
      // Each store is in the audit twice: decided, and done.
      return Math.min(outbox.sent, operations.allow, operations.done);
    },
    async stop() {
      post.close();
      await gateway.stop();
      await postgres?.close();
      await openMemory.stop();
    },
  };
}

/**
 * Posts JSON over kept connections.
 * @param {string} base
 * @param {number} sockets
 */
function createPost(base, sockets) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  /** @param {string} path @param {object} body @param {Record<string, string>} headers @returns {Promise<any>} */
  const post = (path, body, headers) =>
    new Promise((resolve, reject) => {
      const text = Buffer.from(JSON.stringify(body));
      const sent = request(
        base + path,
        {
          ...{ method: 'POST', agent },
          headers: {
            ...headers,
            ...{ 'content-type': 'application/json', 'content-length': text.byteLength },
          },
        },
        (response) => {
          let said = '';
          response.setEncoding('utf8').on('data', (part) => (said += part));
          response.once('error', reject);
          response.once('end', () => {
            if (response.statusCode === 200) resolve(JSON.parse(said));
            else reject(new Error(`${path}: ${response.statusCode} ${said.slice(0, 200)}`));
          });
        },
      );
      sent.once('error', reject);
      sent.end(text);
    });
  return Object.assign(post, { close: () => agent.destroy() });
}

// One failing `tools/call` on each path. Bundled with the instrumented sources, and run from the bundle.
import { PassThrough } from 'node:stream';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport as StdioV1 } from '@modelcontextprotocol/sdk/server/stdio.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import {
  serveStdio as serveStdioV2,
  StdioServerTransport as StdioV2,
} from '@modelcontextprotocol/server/stdio';
import { routeros, routerosContract } from '@errata/catalogs';
import { createServer } from '@errata/core';
import { createKit, serveHttp, serveStdio } from '@errata/kit';
import { guard } from '@errata/mcp';
import { record } from './recorder.js';

/** A server that is ready for requests. @typedef {{ ask(text: string): Promise<string>, close(): Promise<void> }} Opened */

const contract = routerosContract;
const clientInfo = { name: 'trace', version: '1.0.0' };
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The same failure on every path, with a cause. @returns {Promise<never>} */
async function connectDevice() {
  const management_address = '192.0.2.7:8728';
  throw routeros.DEVICE_UNREACHABLE(
    { device_id: 'edge-7', management_address, error_type: 'ECONNREFUSED' },
    { cause: new Error(`connect ECONNREFUSED ${management_address}`) },
  );
}

/** @param {string} method @param {object} params @param {number} [id] */
const toText = (method, params, id) => JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** @param {number} id */
const callIn2025 = (id) => toText('tools/call', { name: 'connect', arguments: {} }, id);

/** @param {number} id */
const callIn2026 = (id) =>
  toText('tools/call', { name: 'connect', arguments: {}, _meta: ENVELOPE }, id);

/** @type {Record<string, { open(): Promise<Opened>, call: (id: number) => string }>} */
const PATHS = {
  'guard-v1': {
    call: callIn2025,
    async open() {
      const server = new McpServerV1({ name: 'trace', version: '1.0.0' });
      server.registerTool('connect', {}, connectDevice);
      guard(server, { contract });
      const lines = openLines();
      await server.connect(new StdioV1(lines.input, lines.output));
      await lines.ask(
        toText('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }, 1),
      );
      lines.input.write(`${toText('notifications/initialized', {})}\n`);
      return { ask: lines.ask, close: () => server.close() };
    },
  },
  'guard-v2': {
    call: callIn2026,
    async open() {
      const server = new McpServerV2({ name: 'trace', version: '1.0.0' });
      server.registerTool('connect', {}, connectDevice);
      guard(server, { contract });
      const lines = openLines();
      serveStdioV2(() => server, { transport: new StdioV2(lines.input, lines.output) });
      return { ask: lines.ask, close: () => server.close() };
    },
  },
  'kit-stdio': {
    call: callIn2026,
    async open() {
      const { input, output, ask } = openLines();
      const edge = await serveStdio(createTracedKit(), { input, output });
      return { ask, close: () => edge.close() };
    },
  },
  'kit-http': {
    call: callIn2026,
    async open() {
      const listening = await serveHttp(createTracedKit(), { port: 0 });
      return { ask: (text) => post(listening.url, text), close: () => listening.close() };
    },
  },
  'core-server': {
    call: callIn2026,
    async open() {
      const server = createServer({
        contract,
        era: '2026-07-28',
        methods: { 'tools/call': connectDevice },
      });
      return { ask: async (text) => (await server.receive(text)) ?? '', close: async () => {} };
    },
  },
};

/**
 * The numbers of the functions that one failing request entered, and its reply. The request before it is not recorded: it
 * loads what is loaded with the first failure.
 * @param {string} name
 */
export async function tracePath(name) {
  const path = PATHS[name];
  if (path === undefined) throw new Error(`unknown path ${name}`);
  const server = await path.open();
  try {
    await server.ask(path.call(2));
    let reply = '';
    const entries = await record(async () => {
      reply = await server.ask(path.call(3));
    });
    return { entries, reply };
  } finally {
    await server.close();
  }
}

function createTracedKit() {
  return createKit({
    name: 'trace',
    version: '1.0.0',
    contract,
    tools: [{ name: 'connect', run: connectDevice }],
  });
}

/** Two streams for a server on stdio, and a client that reads one line for each that it writes. */
function openLines() {
  const input = new PassThrough();
  const output = new PassThrough();
  output.setEncoding('utf8');
  /** @param {string} text @returns {Promise<string>} */
  const ask = (text) =>
    new Promise((resolve) => {
      let read = '';
      /** @param {string} chunk */
      const take = (chunk) => {
        read += chunk;
        if (!read.endsWith('\n')) return;
        output.off('data', take);
        resolve(read.trimEnd());
      };
      output.on('data', take);
      input.write(`${text}\n`);
    });
  return { input, output, ask };
}

/** @param {string} url @param {string} body */
async function post(url, body) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'connect',
  };
  const response = await fetch(url, { method: 'POST', headers, body });
  return await response.text();
}

import { createServer, defineContract, isFault } from '@errata/core';
import { devices } from '../catalog.js';
import { refusedDump, statusOf, unreachable, violationsOf, waitForRelease } from '../work.js';

/** @typedef {import('../implementation.js').Implementation} Implementation */

// The plain shape and the title, so that the reply is the one that the floor gives. Redaction and budget are always on.
const contract = defineContract({
  catalog: devices,
  rpcData: 'payload',
  message: 'title',
});

/** Returns its failures, as the peers' callbacks do. @param {unknown} params */
function call(params) {
  const { name, arguments: given } = /** @type {import('../work.js').Params} */ (params);
  switch (name) {
    case 'device/status':
      return statusOf(given);
    case 'device/configure':
      return devices.INVALID_PARAMS(violationsOf(given));
    case 'device/connect':
      return devices.DEVICE_UNREACHABLE(unreachable(given));
    case 'device/dump':
      return devices.DUMP_REFUSED(refusedDump(given));
    case 'device/wait':
      return waitForRelease();
    default:
      return given;
  }
}

/** The same, throwing them. @param {unknown} params */
function callThrowing(params) {
  const result = call(params);
  if (isFault(result)) throw result;
  return result;
}

/**
 * @param {import('@errata/core').Server} server
 * @returns {Implementation['open']}
 */
const serve = (server) => (write) => (text) => {
  const reply = server.receive(text);
  if (typeof reply === 'string') write(reply);
  else void reply?.then((late) => late !== undefined && write(late));
};

/** @type {Implementation} */
export const errata = {
  name: 'errata',
  role: 'errata',
  open: serve(createServer({ contract, era: 'jsonrpc', methods: { 'tools/call': call } })),
};

/**
 * The same with failures that are thrown. V8 takes longer to throw than to do all the rest.
 * @type {Implementation}
 */
export const errataThrow = {
  name: 'errata-throw',
  role: 'errata',
  extra: true,
  open: serve(createServer({ contract, era: 'jsonrpc', methods: { 'tools/call': callThrowing } })),
};

/**
 * The same with an async handler: each request is in flight, and a promise is between request and reply.
 * @type {Implementation}
 */
export const errataAsync = {
  name: 'errata-async',
  role: 'errata',
  extra: true,
  open: serve(
    createServer({
      contract,
      era: 'jsonrpc',
      methods: { 'tools/call': async (params) => call(params) },
    }),
  ),
};

/**
 * A contract with nothing said: `error.data` holds the facts (identity, retry rule, effect, ref) and the fields in them.
 * More is sent than the floor sends.
 * @type {Implementation}
 */
export const errataFacts = {
  name: 'errata-facts',
  role: 'errata',
  extra: true,
  payloadOf: (data) => /** @type {{ data?: unknown } | undefined} */ (data)?.data,
  open: serve(
    createServer({
      contract: defineContract({ catalog: devices }),
      era: 'jsonrpc',
      methods: { 'tools/call': call },
    }),
  ),
};

/**
 * An MCP era, in which the id is saved from a broken text. Tool failures as errors, so that the reply stays comparable.
 * @type {Implementation}
 */
export const errataMcp = {
  name: 'errata-mcp',
  role: 'errata',
  extra: true,
  open: serve(
    createServer({
      contract: defineContract({
        catalog: devices,
        rpcData: 'payload',
        message: 'title',
        toolFailures: () => 'rpc',
      }),
      era: '2025-11-25',
      methods: { 'tools/call': call },
    }),
  ),
};

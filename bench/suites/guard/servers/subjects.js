import { guard } from '@errata/mcp';
import { devices } from '../../wire/catalog.js';
import { defineContract } from '@errata/core';
import { CODES, MESSAGES } from '../../core/work.js';

/**
 * @typedef {import('../../wire/sdk-tools.js').registerTools} RegisterTools
 * @typedef {'bare' | 'guarded'} Mode
 * @typedef {import('../../core/implementations/sdk-server.js').Transport} Transport
 *
 * A server of one SDK that speaks one revision.
 * @typedef {object} Subject
 * @property {string} name
 * @property {import('../cases.js').Era} era
 * @property {() => Promise<{ create: (fail: Parameters<RegisterTools>[1]) => import("@errata/mcp").SdkServer, Failure: new (code: number, message: string, data: object) => Error }>} load
 * @property {(server: object, transport: Transport) => Promise<void>} connect
 */

/** @param {object} server @param {Transport} transport */
const connectDirectly = (server, transport) =>
  /** @type {{ connect(transport: Transport): Promise<void> }} */ (server).connect(transport);

const loadV2 = async () => {
  const { ProtocolError } = await import('@modelcontextprotocol/server');
  const { createV2 } = await import('../../wire/servers/sdk-v2.js');
  return { create: createV2, Failure: ProtocolError };
};

/** @type {readonly Subject[]} */
export const SUBJECTS = [
  {
    name: 'v1',
    era: '2025-11-25',
    load: async () => {
      const { McpError } = await import('@modelcontextprotocol/sdk/types.js');
      const { createV1 } = await import('../../wire/servers/sdk-v1.js');
      return { create: createV1, Failure: McpError };
    },
    connect: connectDirectly,
  },
  { name: 'v2', era: '2025-11-25', load: loadV2, connect: connectDirectly },
  {
    name: 'v2-2026',
    era: '2026-07-28',
    load: loadV2,
    connect: async (server, transport) => {
      const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
      serveStdio(() => /** @type {never} */ (server), {
        transport: /** @type {never} */ (transport),
      });
    },
  },
];

/** The facts in a result, in every era. What a catalog is without any wish. */
const contract = defineContract({ catalog: devices, toolFailures: () => 'tool' });

/**
 * The server of one subject. Each mode fails as one would in it: bare with the SDK's own exception, guarded with a declared one.
 * @param {Subject} subject
 * @param {Mode} mode
 */
export async function createSubject({ load }, mode) {
  const { create, Failure } = await load();
  if (mode === 'bare') {
    return create((fields) => {
      throw new Failure(CODES.unreachable, MESSAGES.unreachable, fields);
    });
  }
  const server = create((fields) => {
    throw devices.DEVICE_UNREACHABLE(fields);
  });
  return guard(server, { contract });
}

import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { setImmediate } from 'node:timers/promises';
import { erlmcp } from '@errata/catalogs/erlmcp';
import { createKit, type Kit, type Tool } from '@errata/kit';
import { createGates } from './gates.js';
import { createRound } from './round.js';

const echo: Tool<{ text: string }> = { name: 'echo', run: ({ text }) => text };

const later: Tool<{ text: string }> = {
  name: 'later',
  run: ({ text }) => setImmediate(text),
};

const crash: Tool = {
  name: 'crash',
  run() {
    throw new Error('kept from the client');
  },
};

/** A server that fails in every way that the groups of the contract name, and holds calls back until it is told. */
export function createIdKit(): Kit {
  const gates = createGates();
  const round = createRound();
  return createKit({
    contract: erlmcpContract,
    name: 'ids',
    version: '1.0.0',
    deadline: 0,
    maxMessageBytes: 256 * 1024,
    tools: [echo, later, crash, gates.hold, gates.held, gates.release, round],
    resources: [
      {
        uri: 'lab:broken',
        name: 'broken',
        read() {
          throw new Error('kept from the client');
        },
      },
    ],
    prompts: [
      {
        name: 'strict',
        messages() {
          throw erlmcp.VALIDATION_FAILED({ details: 'never good enough' });
        },
      },
    ],
  });
}

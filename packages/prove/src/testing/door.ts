import { createServer as createListener, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { createServer, defineCatalog, defineContract } from '@errata/core';
import { connectTcp, defineSystem, type Wire } from '../index.js';

const door = defineCatalog('door', {
  LOCKED: {
    code: -32010,
    title: 'The door is locked',
    category: 'state',
    context: { since: 'string' },
    recovery: 'user_action_required',
  },
});
const contract = defineContract({ catalog: door });

/** Your server. This one has a method for each thing that can be done to a door. */
function serveDoor() {
  let lockedSince: string | undefined;
  const methods = {
    lock: () => (lockedSince = new Date().toISOString()),
    enter: () => {
      if (lockedSince !== undefined) throw door.LOCKED({ since: lockedSince });
      return 'welcome';
    },
  };
  const server = createServer({ contract, era: 'jsonrpc', methods });
  return createListener((socket) => {
    createInterface({ input: socket }).on('line', async (line) => {
      const reply = await server.connect().receive(line);
      if (reply !== undefined) socket.write(`${reply}\n`);
    });
  });
}

/** Your system: how it is started in each transport and era, and what makes it fail. */
export const doorSystem = defineSystem({
  name: 'door',
  contract,
  transports: ['tcp'],
  eras: ['jsonrpc'],
  async open() {
    const listener = serveDoor();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const wire = await connectTcp({ host: '127.0.0.1', port });
    const wires: Wire[] = [wire];
    const close = async () => {
      await wire.close();
      await new Promise((resolve) => listener.close(resolve));
    };
    return { wire, wires, close };
  },
  provocations: [
    {
      reason: 'LOCKED',
      cause: 'somebody locks the door, then somebody wants to enter',
      fields: ['since'],
      async provoke({ wire }) {
        await wire.request('lock');
        return wire.request('enter');
      },
    },
  ],
});

import { createKit, serveStdio } from '@errata/kit';

const inputSchema = {
  type: 'object',
  properties: { device_id: { type: 'string' } },
  required: ['device_id'],
};
const kit = createKit({
  name: 'bench',
  version: '1.0.0',
  tools: [
    {
      name: 'device_status',
      description: 'Says how a device is',
      inputSchema,
      /** @param {{ device_id: string }} given */
      run: ({ device_id }) => `${device_id} is up`,
    },
  ],
});
await serveStdio(kit);

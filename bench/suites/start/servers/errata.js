import { standard, defineContract, createServer } from '@errata/core';
import { serveStdio } from '@errata/edges/stdio';

const initialize = () => ({
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'bench', version: '1.0.0' },
});
const contract = defineContract({ catalog: standard });
serveStdio(createServer({ contract, era: '2025-11-25', methods: { initialize } }));

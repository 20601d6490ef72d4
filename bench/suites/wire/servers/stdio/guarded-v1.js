import { guard } from '@errata/mcp';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { contract, devices } from '../../catalog.js';
import { createV1 } from '../sdk-v1.js';

const server = createV1((fields) => devices.DEVICE_UNREACHABLE(fields));
await guard(server, { contract }).connect(new StdioServerTransport());

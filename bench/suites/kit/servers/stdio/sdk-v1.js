import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createV1 } from '../sdk-v1.js';

await createV1().connect(new StdioServerTransport());

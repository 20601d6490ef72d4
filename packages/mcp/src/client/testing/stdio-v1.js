import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServerV1 } from './create-server-v1.js';

await createServerV1({}).connect(new StdioServerTransport());

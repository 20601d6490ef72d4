import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { failedResult } from '../../sdk-tools.js';
import { createV1 } from '../sdk-v1.js';

await createV1(failedResult).connect(new StdioServerTransport());

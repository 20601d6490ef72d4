import { guard } from '@errata/mcp';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createV2 } from './create-v2.js';

serveStdio(() => guard(createV2()));

import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createV2 } from '../sdk-v2.js';

serveStdio(() => createV2());

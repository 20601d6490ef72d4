import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { failedResult } from '../../sdk-tools.js';
import { createV2 } from '../sdk-v2.js';

serveStdio(() => createV2(failedResult));

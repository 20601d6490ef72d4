import { getRequestListener } from '@hono/node-server';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { failedResult } from '../../sdk-tools.js';
import { createV2 } from '../sdk-v2.js';
import { listenOn } from '../../../../lib/announce.js';

// The SDK's own adapter for node:http is this listener.
const handler = createMcpHandler(() => createV2(failedResult));
listenOn(getRequestListener((request) => handler.fetch(request)));

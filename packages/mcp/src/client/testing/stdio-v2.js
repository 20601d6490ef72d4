import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServerV2 } from './create-server-v2.js';

/** @type {import("./add-tools.js").Calls} */
const calls = {};
serveStdio(() => createServerV2(calls));

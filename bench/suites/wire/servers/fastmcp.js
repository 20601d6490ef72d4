import { createFastMcp } from '../../../lib/fastmcp.js';
import { addTools, failedResult } from '../sdk-tools.js';

/** A server with the measured tools. */
export const server = await createFastMcp();
addTools(server, failedResult);

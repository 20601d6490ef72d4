import { createFastMcp } from '../fastmcp.js';

await (await createFastMcp()).start({ transportType: 'stdio' });

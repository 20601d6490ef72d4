import { server } from '../fastmcp.js';

await server.start({ transportType: 'stdio' });

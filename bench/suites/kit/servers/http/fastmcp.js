import { serveFastMcp } from '../../../../lib/fastmcp.js';
import { server } from '../fastmcp.js';

await serveFastMcp(server);

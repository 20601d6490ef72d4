import { serveBodies } from '../../../../lib/serve-lines.js';
import { answer } from '../floor.js';

serveBodies(answer, { 'Mcp-Session-Id': 'one' });

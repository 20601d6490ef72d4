import { serveLines } from '../../../../lib/serve-lines.js';
import { answer } from '../floor.js';

serveLines(answer);

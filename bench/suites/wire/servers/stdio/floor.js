import { serveLines } from '../../../../lib/serve-lines.js';
import { answer } from '../../answer.js';

serveLines(answer);

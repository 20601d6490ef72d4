import { serveBodies } from '../../../../lib/serve-lines.js';
import { answer } from '../../answer.js';

serveBodies(answer);

import { cleanUpAfterwards } from './testing/clean-up.js';
import { describeProcesses } from './testing/describe-processes.js';

cleanUpAfterwards();

// `process.drill.ts` has the others.
describeProcesses(['listen', 'serve']);

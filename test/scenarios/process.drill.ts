import { cleanUpAfterwards } from './testing/clean-up.js';
import { describeProcesses } from './testing/describe-processes.js';

cleanUpAfterwards();

describeProcesses(['tcp', 'kit-http', 'kit-tcp']);

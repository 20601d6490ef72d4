import { describeHealthy } from '../testing/describe-healthy.js';

describeHealthy('test');

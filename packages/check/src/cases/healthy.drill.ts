import { describeHealthy } from '../testing/describe-healthy.js';

describeHealthy('drill');

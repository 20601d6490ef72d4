import { describeMatrix } from '../testing/check-sample.js';

describeMatrix(4, 4, { whole: true });

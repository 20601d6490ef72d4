import { describeMatrix } from '../testing/check-sample.js';

describeMatrix(1, 4, { whole: true });

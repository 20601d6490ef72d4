import { describeMatrix } from '../testing/check-sample.js';

describeMatrix(2, 4, { whole: true });

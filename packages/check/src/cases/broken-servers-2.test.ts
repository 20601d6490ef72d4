import { describeMatrix } from '../testing/check-sample.js';

describeMatrix(2, 4);

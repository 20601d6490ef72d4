import { describeMatrix } from '../testing/check-sample.js';

describeMatrix(3, 4);

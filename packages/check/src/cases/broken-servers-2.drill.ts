import { describeMatrix } from '../testing/describe-matrix.js';

describeMatrix(2, 4, { whole: true });

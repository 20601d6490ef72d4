import { describeMatrix } from '../testing/describe-matrix.js';

describeMatrix(1, 4, { whole: true });

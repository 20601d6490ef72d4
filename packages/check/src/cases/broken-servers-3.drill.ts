import { describeMatrix } from '../testing/describe-matrix.js';

describeMatrix(3, 4, { whole: true });

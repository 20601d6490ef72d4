import { describeMatrix } from '../testing/describe-matrix.js';

describeMatrix(4, 4);

import { describePairs } from './testing/describe-pairs.js';
import { DAILY, PAIRS } from './testing/every-pair.js';

describePairs(PAIRS.filter(({ name }) => DAILY.includes(name)));

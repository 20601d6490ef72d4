export { createSample, type SampleOptions } from './create-sample.js';

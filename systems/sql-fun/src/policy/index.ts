export type { Exposure, ExposureRules } from './exposure.js';

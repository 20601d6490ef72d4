export {
  createRedactor,
  type RedactionPattern,
  type Redactor,
  type RedactorOptions,
} from './redactor.js';
export { REDACTED } from './spans.js';

export {
  createRedactor,
  registeredIn,
  type RedactionPattern,
  type Redactor,
  type RedactorOptions,
} from './redactor.js';
export { REDACTED } from './spans.js';
export { isPlain, isSuspicious } from './suspicious.js';

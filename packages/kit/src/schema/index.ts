export { ajvValidator, type AjvError, type AjvLike } from './ajv-validator.js';
export { createValidator } from './create-validator.js';
export { standardCheck, type Checked, type StandardCheck } from './standard-check.js';
export type {
  Check,
  Issue,
  JsonSchema,
  StandardIssue,
  StandardResult,
  StandardSchema,
  Validator,
} from './validator.js';

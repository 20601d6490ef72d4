import { compileSchema } from './compile-schema.js';
import { Report } from './report.js';
import { TooDeep } from './too-deep.js';
import type { Issue, Validator } from './validator.js';

const NONE: readonly Issue[] = [];
const TOO_DEEP: readonly Issue[] = [{ path: '', message: 'nested less deeply' }];

/** A small validator of JSON Schema 2020-12 without dependencies and without code made at run time. */
export function createValidator(): Validator {
  return {
    compile(schema) {
      const { rule, begin } = compileSchema(schema);
      return (value) => {
        try {
          begin();
          if (rule(value, undefined, '')) return NONE;
          begin();
          const report = new Report('');
          rule(value, report, '');
          return report.issues;
        } catch (error) {
          if (error instanceof TooDeep) return TOO_DEEP;
          throw error;
        }
      };
    },
  };
}

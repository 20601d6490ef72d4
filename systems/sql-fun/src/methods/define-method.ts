import { createValidator } from '@errata/kit';
import { hidePaths } from '../policy/index.js';
import type { MethodContext } from './context.js';
import type { Method, MethodResult } from './method.js';
import { checkParams } from './params.js';

const validator = createValidator();

/** A method as it is written: with the types of its params and of its result. */
export interface MethodDefinition<P, R extends object> extends Omit<Method, 'run' | 'toText'> {
  run(params: P, context: MethodContext): Promise<R>;
  toText(result: R): string;
}

/** Puts the check of the params before a method, and what MCP must not see of its failures behind it. */
export function defineMethod<P, R extends object>(definition: MethodDefinition<P, R>): Method {
  const check = validator.compile(definition.inputSchema);
  return {
    ...definition,
    async run(params, context) {
      const checked = checkParams(params, check) as P;
      try {
        return (await definition.run(checked, context)) as unknown as MethodResult;
      } catch (thrown) {
        throw context.exposure === undefined ? thrown : hidePaths(thrown);
      }
    },
    toText: (result) => definition.toText(result as unknown as R),
  };
}

import { kept, type Case } from '../../case.js';
import { judgeCode, judgeRefusal, judgeRefused } from '../judge-refusal.js';
import { JSONRPC } from '../links.js';

const UNKNOWN = 'errata/no-such-method';
/** What every object of JavaScript has, and no table of methods should. */
const BUILT_IN = ['__proto__', 'constructor', 'toString'] as const;

const ABOUT = { group: 'methods', link: JSONRPC.errorObject, keyword: 'MUST' } as const;

export const unknownMethodRefused: Case = {
  ...ABOUT,
  id: 'jsonrpc/5.1/unknown-method-refused',
  requirement: 'A method that does not exist is answered with an error.',
  fix: 'Answer methods that you do not know with -32601, never with an empty result.',
  run: async (probe) => judgeRefused(await probe.request(UNKNOWN), UNKNOWN),
};

export const unknownMethodCode: Case = {
  ...ABOUT,
  id: 'jsonrpc/5.1/unknown-method-code',
  requirement: 'The error for a method that does not exist has the code -32601.',
  fix: 'Use -32601 (Method not found) for methods that you do not know.',
  run: async (probe) => judgeCode(await probe.request(UNKNOWN), UNKNOWN, [-32601]),
};

export const unknownMethodWithParams: Case = {
  ...ABOUT,
  id: 'jsonrpc/5.1/unknown-method-with-params',
  requirement: 'A method that does not exist is answered with -32601 whatever its params are.',
  fix: 'Look for the method before you look at the params.',
  run: async (probe) =>
    judgeRefusal(
      await probe.request(UNKNOWN, { name: 7, arguments: 'none' }),
      `${UNKNOWN} with params`,
      [-32601],
    ),
};

export const unknownMethodBuiltIn: Case = {
  ...ABOUT,
  id: 'jsonrpc/5.1/unknown-method-built-in',
  requirement: 'A method with the name of a member of every object does not exist either.',
  fix: 'Look methods up in a Map, or with Object.hasOwn: "constructor" is in every object.',
  async run(probe) {
    for (const method of BUILT_IN) {
      const outcome = judgeRefusal(await probe.request(method), `the method ${method}`, [-32601]);
      if (outcome.kind !== 'kept') return outcome;
    }
    return kept;
  },
};

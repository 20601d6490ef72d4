import { kept, notObserved, violated, type Case } from '../../case.js';
import { isObject, membersOf } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { sampleArguments } from '../../schema/index.js';
import { adviceLink } from '../links.js';
import { describe, hasFailed } from '../read-reply.js';

/** Tools that are called with a password. */
const MOST_TOOLS = 4;
const NO_SUCH = 'errata_check_no_such';
const SCALARS: readonly unknown[] = ['string', 'integer', 'number', 'boolean', 'array'];

/** Makes calls fail that have a password in them. */
export const noArgument: Case = {
  id: 'errata/leaks/argument',
  group: 'leaks',
  requirement: 'A failure does not repeat a password that was sent in the arguments.',
  link: adviceLink('leaks'),
  keyword: 'SHOULD',
  fix: 'Name the field that is wrong and what is expected there; do not print the value.',
  async run(probe) {
    let failed = 0;
    for (const { method, params } of provocations(probe)) {
      const exchange = await probe.request(method, params);
      if (exchange.state !== 'open') break;
      if (!hasFailed(exchange)) continue;
      failed += 1;
      if (exchange.reply?.text.includes(probe.canaries.argument) === true) {
        return violated(`the value of "password" came back in ${describe(exchange)}`, exchange);
      }
    }
    return failed === 0 ? notObserved('no call with a password failed') : kept;
  },
};

interface Provocation {
  readonly method: string;
  readonly params: object;
}

/** Requests that a server may refuse, each with a password under that name. */
function provocations({ era, canaries, callable, offer }: Probe): readonly Provocation[] {
  const secret = { password: canaries.argument };
  if (era === 'jsonrpc') return [{ method: NO_SUCH, params: secret }];
  const call = (name: string, args: object): Provocation => ({
    method: 'tools/call',
    params: { name, arguments: args },
  });
  return [
    { method: `errata/${NO_SUCH}`, params: secret },
    ...(Object.hasOwn(offer.capabilities, 'tools') ? [call(NO_SUCH, secret)] : []),
    ...(Object.hasOwn(offer.capabilities, 'prompts')
      ? [{ method: 'prompts/get', params: { name: NO_SUCH, arguments: secret } }]
      : []),
    ...callable.slice(0, MOST_TOOLS).flatMap(({ name, inputSchema }) => {
      const args = sampleArguments(inputSchema);
      if (args === undefined) return [];
      const field = scalarOf(inputSchema);
      return [
        call(name, { ...args, ...secret }),
        ...(field === undefined ? [] : [call(name, { ...args, [field]: secret })]),
      ];
    }),
  ];
}

/** A property that cannot be an object. */
function scalarOf(schema: Readonly<Record<string, unknown>>): string | undefined {
  return Object.entries(membersOf(schema['properties'])).find(
    ([, property]) => isObject(property) && SCALARS.includes(membersOf(property)['type']),
  )?.[0];
}

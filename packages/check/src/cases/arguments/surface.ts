import { kept, notObserved, violated, type Case } from '../../case.js';
import { MCP, since } from '../eras.js';
import { mcpLink } from '../links.js';
import { describe, errorOf, hasFailed } from '../read-reply.js';
import { badCalls } from './bad-calls.js';
import { FAILS_ANYWAY, failsAnyway } from '../control-call.js';

export const validationIsResult: Case = {
  id: 'mcp/2025-11-25/tools/validation-is-a-result',
  group: 'arguments',
  requirement:
    'Wrong arguments are reported in a result with isError, where the model sees them and can correct itself.',
  link: mcpLink('tools', '2025-11-25', 'error-handling'),
  keyword: 'SHOULD',
  fix: 'Return { isError: true, content: [{ type: "text", text: … }] } instead of a JSON-RPC error: most hosts show the model little or nothing of an error.',
  eras: since('2025-11-25'),
  deviation: 'tool-failures-as-errors',
  async run(probe) {
    if (probe.callable.length === 0) return notObserved('no tool may be called');
    const calls = (await badCalls(probe)).filter(({ exchange }) => hasFailed(exchange));
    if (calls.length === 0) return notObserved('no call failed');
    const failed = calls.filter(({ failsAnyway: anyway }) => !anyway);
    if (failed.length === 0) return notObserved(FAILS_ANYWAY);
    const errors = failed.filter(({ exchange }) => errorOf(exchange.reply) !== undefined);
    if (errors.length === 0) return kept;
    const [{ tool, exchange }] = errors as [(typeof errors)[0]];
    return violated(
      `${errors.length} of ${failed.length} wrong calls were answered with a JSON-RPC error, such as ${tool.name} with ${describe(exchange)}`,
      ...errors.map((each) => each.exchange),
    );
  },
};

/** Names that objects have by birth in some languages. */
const BORN = '{"__proto__":{"polluted":true},"constructor":{"prototype":{}},"toString":"x"}';
/** The same under names of no meaning. */
const PLAIN = '{"errata_a":{"polluted":true},"errata_b":{"prototype":{}},"errata_c":"x"}';

export const prototypeNames: Case = {
  id: 'errata/arguments/prototype-names',
  group: 'arguments',
  requirement: 'Arguments with names such as __proto__ and toString are answered like any others.',
  link: mcpLink('tools', '2025-11-25', 'security-considerations'),
  keyword: 'SHOULD',
  fix: 'Look members up with Object.hasOwn, or in a map; a crash on such names is an attack waiting to happen.',
  eras: MCP,
  async run(probe) {
    const [tool] = probe.callable;
    if (tool === undefined) return notObserved('no tool may be called');
    const call = (args: string) => {
      const text = probe.write('tools/call', { name: tool.name, arguments: {} });
      return probe.send(text.replace('"arguments":{}', `"arguments":${args}`), {
        expects: 'reply',
      });
    };
    const exchange = await call(BORN);
    if (exchange.reply === undefined) {
      return notObserved('there was no reply, which is judged elsewhere');
    }
    if (await failsAnyway(probe, tool, exchange)) return notObserved(FAILS_ANYWAY);
    if (errorOf(exchange.reply)?.['code'] !== -32603) return kept;
    if (errorOf((await call(PLAIN)).reply)?.['code'] === -32603) {
      return notObserved('any names that the tool does not know get -32603');
    }
    return violated(`${tool.name} with such names got ${describe(exchange)}`, exchange);
  },
};

import { kept, notObserved, violated, type CaseOutcome } from '../case.js';
import type { Probe } from '../probe.js';
import type { Spoiled } from '../schema/arguments.js';
import { defineCases, NO_REPLY, type CaseRow } from './define-cases.js';
import { MCP, mcpLink } from './spec.js';
import { describe, errorOf, hasFailed, resultOf } from './read-reply.js';
import { failedIn } from './silent.js';
import { badCalls, FAILS_ANYWAY, failsAnyway, noTool } from './tool-calls.js';

/** How a call can be wrong by the schema of the tool. */
const WRONG: readonly (readonly [kind: Spoiled['kind'], what: string])[] = [
  ['missing', 'without a required argument'],
  ['wrong-type', 'with an argument of the wrong type'],
  ['null', 'with null for an argument that cannot be null'],
  ['out-of-enum', 'with a value that is not among the allowed ones'],
  ['below-minimum', 'with a number below the minimum'],
  ['above-maximum', 'with a number above the maximum'],
  ['too-short', 'with a text that is too short'],
  ['too-long', 'with a text that is too long'],
  ['too-few-items', 'with a list that is too short'],
  ['too-many-items', 'with a list that is too long'],
  ['wrong-item', 'with a list that holds something of the wrong type'],
  ['pattern', 'with a text that does not match its pattern'],
  ['nested', 'with something wrong inside an object'],
];

const SECURITY = mcpLink('tools', '2025-11-25', 'security-considerations');

/** Names that objects have by birth in some languages. */
const BORN = '{"__proto__":{"polluted":true},"constructor":{"prototype":{}},"toString":"x"}';

/** The same under names of no meaning. */
const PLAIN = '{"errata_a":{"polluted":true},"errata_b":{"prototype":{}},"errata_c":"x"}';

export const ARGUMENTS_CASES = defineCases({ group: 'arguments', link: SECURITY }, [
  ...WRONG.map(([kind, what]): CaseRow<'link'> => ({
    id: `mcp/2024-11-05/tools/arguments-${kind}`,
    must: `A call ${what} is not carried out: the tool's own schema forbids it.`,
    fix: 'Validate arguments against the inputSchema that tools/list publishes, before the tool runs.',
    needs: noTool,
    run: (probe) => judgeFailed(probe, kind, what),
  })),
  {
    id: 'mcp/2024-11-05/tools/arguments-extra',
    must: "A call with an argument that the schema excludes is not carried out: the tool's own schema forbids it.",
    fix: 'Refuse unknown arguments, or do not say "additionalProperties": false: a misspelt optional argument is lost silently.',
    needs: noTool,
    run: (probe) => judgeFailed(probe, 'extra', 'with an argument that the schema excludes'),
  },
  {
    id: 'mcp/2025-11-25/tools/validation-is-a-result',
    should:
      'Wrong arguments are reported in a result with isError, where the model sees them and can correct itself.',
    link: mcpLink('tools', '2025-11-25', 'error-handling'),
    fix: 'Return { isError: true, content: [{ type: "text", text: … }] } instead of a JSON-RPC error: most hosts show the model little or nothing of an error.',
    deviation: 'tool-failures-as-errors',
    needs: noTool,
    async run(probe) {
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
  },
  {
    id: 'errata/arguments/prototype-names',
    should: 'Arguments with names such as __proto__ and toString are answered like any others.',
    fix: 'Look members up with Object.hasOwn, or in a map; a crash on such names is an attack waiting to happen.',
    eras: MCP,
    needs: noTool,
    async run(probe) {
      const tool = probe.callable[0]!;
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
  },
]);

/** A call that the tool's own schema forbids must fail, whichever way it says so. */
async function judgeFailed(
  probe: Probe,
  kind: Spoiled['kind'],
  what: string,
): Promise<CaseOutcome> {
  const calls = (await badCalls(probe)).filter(({ spoiled }) => spoiled.kind === kind);
  if (calls.length === 0)
    return notObserved(
      'no callable tool has this constraint in its schema, so no call can break it',
    );
  const replied = calls.filter(({ exchange }) => exchange.reply !== undefined);
  if (replied.length === 0) return NO_REPLY;
  const answered = replied.filter((call) => !call.failsAnyway);
  if (answered.length === 0) return notObserved(FAILS_ANYWAY);
  const results = answered.filter(({ exchange }) => resultOf(exchange.reply) !== undefined);
  const accepted = results.filter(
    ({ exchange }) => !hasFailed(exchange) && failedIn(exchange) === undefined,
  );
  const [first] = accepted;
  if (first !== undefined) {
    const tools = [...new Set(accepted.map(({ tool }) => tool.name))];
    return violated(
      `${tools.join(', ')} succeeded ${what}: ${first.spoiled.why}`,
      ...accepted.map(({ exchange }) => exchange),
    );
  }
  const hasErrors = answered.some(({ exchange }) => errorOf(exchange.reply) !== undefined);
  return results.length > 0 || hasErrors
    ? kept
    : notObserved('the replies are neither results nor errors');
}

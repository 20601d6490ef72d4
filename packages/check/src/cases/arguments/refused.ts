import { kept, notObserved, violated, type Case, type Keyword } from '../../case.js';
import type { Spoiled } from '../../schema/index.js';
import { MCP } from '../eras.js';
import { mcpLink } from '../links.js';
import { errorOf, hasFailed, resultOf } from '../read-reply.js';
import { failedIn } from '../silent/looks-failed.js';
import { badCalls } from './bad-calls.js';
import { FAILS_ANYWAY } from '../control-call.js';

interface Row {
  readonly kind: Spoiled['kind'];
  readonly what: string;
  readonly keyword?: Keyword;
  readonly fix?: string;
}

const ROWS: readonly Row[] = [
  { kind: 'missing', what: 'without a required argument' },
  { kind: 'wrong-type', what: 'with an argument of the wrong type' },
  { kind: 'null', what: 'with null for an argument that cannot be null' },
  { kind: 'out-of-enum', what: 'with a value that is not among the allowed ones' },
  { kind: 'below-minimum', what: 'with a number below the minimum' },
  { kind: 'above-maximum', what: 'with a number above the maximum' },
  { kind: 'too-short', what: 'with a text that is too short' },
  { kind: 'too-long', what: 'with a text that is too long' },
  { kind: 'too-few-items', what: 'with a list that is too short' },
  { kind: 'too-many-items', what: 'with a list that is too long' },
  { kind: 'wrong-item', what: 'with a list that holds something of the wrong type' },
  { kind: 'pattern', what: 'with a text that does not match its pattern' },
  { kind: 'nested', what: 'with something wrong inside an object' },
  {
    kind: 'extra',
    what: 'with an argument that the schema excludes',
    keyword: 'SHOULD',
    fix: 'Refuse unknown arguments, or do not say "additionalProperties": false: a misspelt optional argument is lost silently.',
  },
];

/** A call that the tool's own schema forbids must fail, whichever way it says so. */
export const REFUSED_CASES: readonly Case[] = ROWS.map(({ kind, what, keyword = 'MUST', fix }) => ({
  id: `mcp/2024-11-05/tools/arguments-${kind}`,
  group: 'arguments',
  requirement: `A call ${what} is not carried out: the tool's own schema forbids it.`,
  link: mcpLink('tools', '2025-11-25', 'security-considerations'),
  keyword,
  fix:
    fix ??
    'Validate arguments against the inputSchema that tools/list publishes, before the tool runs.',
  eras: MCP,
  async run(probe) {
    if (probe.callable.length === 0) return notObserved('no tool may be called');
    const calls = (await badCalls(probe)).filter(({ spoiled }) => spoiled.kind === kind);
    if (calls.length === 0) return notObserved('no schema says anything of the kind');
    const replied = calls.filter(({ exchange }) => exchange.reply !== undefined);
    if (replied.length === 0) return notObserved('there was no reply');
    const answered = replied.filter(({ failsAnyway }) => !failsAnyway);
    if (answered.length === 0) return notObserved(FAILS_ANYWAY);
    const accepted = answered.filter(
      ({ exchange }) =>
        !hasFailed(exchange) &&
        failedIn(exchange) === undefined &&
        resultOf(exchange.reply) !== undefined,
    );
    if (accepted.length === 0) {
      const strange = answered.every(
        ({ exchange }) =>
          errorOf(exchange.reply) === undefined && resultOf(exchange.reply) === undefined,
      );
      return strange ? notObserved('the replies are neither results nor errors') : kept;
    }
    const [first] = accepted;
    const tools = [...new Set(accepted.map(({ tool }) => tool.name))];
    return violated(
      `${tools.join(', ')} succeeded ${what}: ${first!.spoiled.why}`,
      ...accepted.map(({ exchange }) => exchange),
    );
  },
}));

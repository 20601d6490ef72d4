import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { sampleArguments } from '../../schema/index.js';
import { adviceLink } from '../links.js';
import { hasFailed } from '../read-reply.js';
import { isSuccess, toolCallsIn } from '../tool-calls.js';
import { hintsOf } from './hints.js';

const MOST_TOOLS = 10;
const MOST_CALLS = 3;
const MOST_WAITS = 2;
/** Seconds that are worth waiting for. */
const LONGEST_WAIT = 5;
/** Milliseconds of a call that is too slow to be made several times. */
const SLOW = 300;
/** Milliseconds beyond the hint, for clocks that are not quite even. */
const SLACK = 50;

/** Calls tools so quickly that some say when to come back, and comes back. */
export const honestHint: Case = {
  id: 'errata/retry/honest',
  group: 'retry',
  requirement: 'A call that comes back when it was told to is not sent away again.',
  link: adviceLink('retry'),
  keyword: 'SHOULD',
  fix: 'Compute retry_after from the moment at which there is room again.',
  once: true,
  looksBack: true,
  async run(probe) {
    let waits = 0;
    for (const [index, { tool, args }] of calls(probe).entries()) {
      const refused = await callUntilRefused(probe, tool, args, index);
      const seconds = refused && longestHint(refused);
      if (seconds === undefined || !hasWorked(probe, tool, args)) continue;
      await probe.clock.sleep(seconds * 1000 + SLACK);
      const again = await probe.call(tool, args, { id: `"errata-retry-again-${index}"` });
      if (again.reply !== undefined && hasFailed(again) && hintsOf(again).length > 0) {
        return violated(
          `${tool} said to wait ${seconds} s, and after that said to wait again`,
          refused!,
          again,
        );
      }
      waits += 1;
      if (waits === MOST_WAITS) break;
    }
    return waits === 0
      ? notObserved(`no tool that had worked asked to wait for at most ${LONGEST_WAIT} seconds`)
      : kept;
  },
};

interface Call {
  readonly tool: string;
  readonly args: unknown;
}

/** Calls that may be made several times: of tools that are not known to be slow. */
function calls({ callable, exchanges }: Probe): readonly Call[] {
  const past = toolCallsIn(exchanges);
  return callable
    .filter(({ name }) => !past.some(({ tool, ms }) => tool === name && ms > SLOW))
    .slice(0, MOST_TOOLS)
    .flatMap(({ name, inputSchema }) => {
      const args = sampleArguments(inputSchema);
      return args === undefined ? [] : [{ tool: name, args }];
    });
}

/** The failure that has a hint in it, of a few calls one after the other. */
async function callUntilRefused(
  probe: Probe,
  tool: string,
  args: unknown,
  index: number,
): Promise<Exchange | undefined> {
  for (let turn = 0; turn < MOST_CALLS; turn += 1) {
    const exchange = await probe.call(tool, args, { id: `"errata-retry-${index}-${turn}"` });
    if (hintsOf(exchange).length > 0) return exchange;
    if (exchange.state !== 'open' || exchange.ms > SLOW || hasFailed(exchange)) return undefined;
  }
  return undefined;
}

/** How long all hints of a failure want to be waited for; undefined where that is too long, or not told. */
function longestHint(exchange: Exchange): number | undefined {
  const seconds = hintsOf(exchange).map((hint) => hint.seconds ?? Infinity);
  const longest = Math.max(...seconds);
  return longest >= 0 && longest <= LONGEST_WAIT ? longest : undefined;
}

/** Whether the same call was a success in this run: what never works is not sent away for lack of room. */
function hasWorked({ exchanges }: Probe, tool: string, args: unknown): boolean {
  const wanted = JSON.stringify(args);
  return toolCallsIn(exchanges).some(
    (call) => call.tool === tool && JSON.stringify(call.args) === wanted && isSuccess(call.reply),
  );
}

import { kept, notObserved, violated, type Case } from '../../case.js';
import { MCP } from '../eras.js';
import { adviceLink, JSONRPC } from '../links.js';
import { isSuccess, toolCallsIn } from '../tool-calls.js';
import { isSlow, NO_SLOW_TOOL, OTHER, racesIn, repeat, SLOW, type Race } from './slow-call.js';

/** How often a harmless request is answered while a call runs, at least, where its order can say that it was held up. */
const CLEARLY_SLOWER = 2;

export const slowCallDoesNotBlock: Case = {
  id: 'errata/cancellation/slow-call-does-not-block',
  group: 'cancellation',
  requirement: 'Other requests are answered while a slow call runs.',
  link: adviceLink('cancellation'),
  keyword: 'SHOULD',
  fix: 'Do not wait for a call before the next message is read; move work that blocks to a worker or a thread.',
  eras: MCP,
  once: true,
  async run(probe) {
    const race = (await racesIn(probe)).find(({ call }) => isSlow(call));
    if (race === undefined) return NO_SLOW_TOOL;
    if (race.beside === undefined) return notObserved('there was no reply');
    if (!hasBlocked(race)) return kept;
    // A first call may be slow for reasons of its own, such as code that is loaded.
    const again = await repeat(probe, race);
    if (again === undefined || !isSlow(again.call) || !hasBlocked(again)) {
      return notObserved(`${again?.call.tool ?? 'a tool'} did so once, and not again`);
    }
    const alone = await probe.alive();
    const usual = (alone.reply?.at ?? Infinity) - alone.at;
    if (again.call.ms < usual * CLEARLY_SLOWER) {
      return notObserved(`${again.call.tool} takes no longer than any other request`);
    }
    const ms = Math.round(again.beside!.at - again.call.exchange.at);
    return violated(
      `a harmless request was answered after ${ms} ms, when ${again.call.tool} was done`,
      again.call.exchange,
    );
  },
};

/** Whether what was asked beside a call had to wait for it. */
function hasBlocked({ call: { reply, exchange }, beside }: Race): boolean {
  if (beside === undefined || reply === undefined) return false;
  return exchange.responses.indexOf(beside) > exchange.responses.indexOf(reply);
}

export const onlyTheNamedRequest: Case = {
  id: 'jsonrpc/5/answered-although-another-is-cancelled',
  group: 'cancellation',
  requirement: 'A request is answered although another one is cancelled while it runs.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Cancel only the request whose id is in requestId.',
  eras: MCP,
  once: true,
  async run(probe) {
    const races = await racesIn(probe);
    if (races.some(({ call }) => isSlow(call))) return kept;
    const lost = races.find(({ call, beside }) => call.reply === undefined && beside !== undefined);
    if (lost === undefined) return NO_SLOW_TOOL;
    const { tool, args, exchange } = lost.call;
    const [plain] = toolCallsIn([await probe.call(tool, args, { patience: SLOW.to })]);
    if (!isSuccess(plain?.reply)) return notObserved(`${tool} takes too long to be waited for`);
    return violated(
      `${tool} was not answered when "${OTHER}" was cancelled beside it, and is answered otherwise`,
      exchange,
      plain!.exchange,
    );
  },
};

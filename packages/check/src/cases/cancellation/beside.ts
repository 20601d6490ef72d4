import { kept, notObserved, violated, type Case } from '../../case.js';
import { idTextOf } from '../../session/sort-heard.js';
import { MCP } from '../eras.js';
import { adviceLink, JSONRPC } from '../links.js';
import { isSuccess, toolCallsIn } from '../tool-calls.js';
import { isSlow, OTHER, racesIn, SLOW } from './slow-call.js';

const NO_SLOW_TOOL = notObserved('no tool that may be called takes between 0.3 and 3 seconds');

export const slowCallDoesNotBlock: Case = {
  id: 'errata/cancellation/slow-call-does-not-block',
  group: 'cancellation',
  requirement: 'Other requests are answered while a slow call runs.',
  link: adviceLink('slow-call-does-not-block'),
  keyword: 'SHOULD',
  fix: 'Do not wait for a call before the next message is read; move work that blocks to a worker or a thread.',
  eras: MCP,
  once: true,
  async run(probe) {
    const race = (await racesIn(probe)).find(({ call }) => isSlow(call));
    if (race === undefined) return NO_SLOW_TOOL;
    const { call, besideId } = race;
    const { responses, at } = call.exchange;
    const beside = responses.findIndex(({ text }) => idTextOf(text) === besideId);
    if (beside < 0) return notObserved('there was no reply');
    if (beside < responses.indexOf(call.reply!)) return kept;
    const ms = Math.round(responses[beside]!.at - at);
    return violated(
      `a harmless request was answered after ${ms} ms, when ${call.tool} was done`,
      call.exchange,
    );
  },
};

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
    const lost = races.find(
      ({ call, besideId }) =>
        call.reply === undefined &&
        call.exchange.responses.some(({ text }) => idTextOf(text) === besideId),
    );
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

import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { idTextOf } from '../../session/sort-heard.js';
import { MCP } from '../eras.js';
import { JSONRPC, mcpLink } from '../links.js';
import { cancelText } from './cancel-text.js';

const UNKNOWN = 'errata-never-asked';
const COMPLETED = 'errata-completed';
const EARLY = 'errata-early';

interface Row extends Pick<Case, 'requirement'> {
  readonly name: string;
  /** What is said before. */
  before?(probe: Probe): Promise<Exchange>;
  readonly cancels: readonly (object | undefined)[];
  /** The ids under which an answer would be about the cancellation; one without an id always is. */
  readonly ids: readonly string[];
}

/** A cancellation that means nothing, and must not be answered. */
function ignoredCase({ name, requirement, before, cancels, ids }: Row): Case {
  return {
    id: `mcp/2024-11-05/cancellation/${name}`,
    group: 'cancellation',
    requirement,
    link: mcpLink('cancellation', '2025-11-25', 'error-handling'),
    keyword: 'SHOULD',
    fix: 'Say nothing to notifications/cancelled, whatever is in it.',
    eras: MCP,
    async run(probe) {
      const earlier = await before?.(probe);
      if (earlier !== undefined && earlier.reply === undefined)
        return notObserved('there was no reply');
      const exchange = await probe.sendAll(cancels.map(cancelText), { expects: 'silence' });
      return judgeSilence(exchange, ids);
    },
  };
}

function judgeSilence(exchange: Exchange, ids: readonly string[]): Outcome {
  if (exchange.state !== 'open') return notObserved('the connection did not survive it');
  if (exchange.told.some(({ status }) => status >= 400)) {
    return notObserved('HTTP refused the notification');
  }
  const answer = exchange.responses.find(({ text }) => {
    const id = idTextOf(text);
    return id === undefined || id === 'null' || ids.some((each) => id === JSON.stringify(each));
  });
  if (answer === undefined) return kept;
  return violated(`the cancellation was answered with ${answer.text.slice(0, 200)}`, exchange);
}

export const unknownIgnored = ignoredCase({
  name: 'unknown-request-ignored',
  requirement: 'A cancellation of a request that was never made is ignored.',
  cancels: [{ requestId: UNKNOWN }],
  ids: [UNKNOWN],
});

export const malformedIgnored = ignoredCase({
  name: 'malformed-ignored',
  requirement: 'A cancellation that does not say what is cancelled is ignored.',
  cancels: [undefined, {}, { requestId: { errata: 1 } }, { requestId: null }],
  ids: [],
});

export const completedIgnored = ignoredCase({
  name: 'completed-request-ignored',
  requirement: 'A cancellation of a request that was already answered is ignored.',
  before: (probe) =>
    probe.request(probe.harmless!.method, probe.harmless!.params, {
      id: JSON.stringify(COMPLETED),
    }),
  cancels: [{ requestId: COMPLETED }],
  ids: [COMPLETED],
});

/** A cancellation is about what is in flight, not about what is to come. */
export const earlyCancelForgotten: Case = {
  id: 'jsonrpc/5/answered-after-early-cancel',
  group: 'cancellation',
  requirement: 'A request is answered although a cancellation under its id came before it.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Do not keep cancellations for requests that are not in flight.',
  eras: MCP,
  async run(probe) {
    const { method, params } = probe.harmless!;
    const cancelled = await probe.send(cancelText({ requestId: EARLY }), {
      expects: 'silence',
    });
    if (cancelled.state !== 'open') return notObserved('the connection did not survive it');
    const exchange = await probe.request(method, params, { id: JSON.stringify(EARLY) });
    if (exchange.reply !== undefined) return kept;
    if (exchange.state === 'closed') return notObserved('the connection did not survive it');
    const { reply } = await probe.alive();
    if (reply === undefined) return notObserved('nothing else was answered either');
    return violated(`${method} under the id "${EARLY}" was not answered, and others were`);
  },
};

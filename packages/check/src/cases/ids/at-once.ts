import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Heard } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { idTextOf } from '../../session/sort-heard.js';
import { adviceLink, JSONRPC } from '../links.js';
import { harmlessText } from './ask.js';
import { sameId } from './same-id.js';

const MANY = Array.from({ length: 20 }, (_, index) => String(70_001 + index));

export const manyAtOnce: Case = {
  id: 'jsonrpc/5/twenty-at-once',
  group: 'ids',
  requirement: 'Twenty requests at once get twenty replies, each under its own id.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Keep the id with each request while it is worked on, not in one place for all.',
  async run(probe) {
    const texts = MANY.map((id) => harmlessText(probe, id));
    const { responses, why } = await askTogether(probe, texts);
    if (why !== undefined) return notObserved(why);
    const missing = MANY.filter((id) => !hasReply(responses, id));
    if (missing.length === 0) return kept;
    return violated(
      `of ${MANY.length} requests at once, ${missing.length} got no reply under their id: ${missing.join(', ')}`,
    );
  },
};

export const twinsOfTypes: Case = {
  id: 'jsonrpc/5/number-and-string-at-once',
  group: 'ids',
  requirement:
    'Two requests at once whose ids are 78 and "78" get a reply each: they are different ids.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Keep requests by the id and its type, such as its JSON text, not by its digits alone.',
  async run(probe) {
    const texts = ['78', '"78"'].map((id) => harmlessText(probe, id));
    const { responses, why } = await askTogether(probe, texts);
    if (why !== undefined) return notObserved(why);
    if (responses.length >= 2) return kept;
    return violated('the requests under 78 and "78" got one reply together');
  },
};

export const duplicateInFlight: Case = {
  id: 'errata/ids/duplicate-in-flight',
  group: 'ids',
  requirement: 'Two requests at once under one id do not both go without a reply.',
  link: adviceLink('ids'),
  keyword: 'SHOULD',
  fix: 'Answer the first, and refuse the second with -32600.',
  async run(probe) {
    const text = harmlessText(probe, '"errata-twin"');
    const exchange = await probe.sendAll([text, text], { expects: 'due' });
    if (exchange.state !== 'open') return notObserved('the connection did not survive it');
    if (exchange.responses.length > 0 || exchange.told.some(({ status }) => status >= 400))
      return kept;
    return violated('two requests at once under the id "errata-twin" got no reply at all');
  },
};

/** The replies to several requests, or why they say nothing about ids. */
interface Together {
  readonly responses: readonly Heard[];
  readonly why?: string;
}

async function askTogether(probe: Probe, texts: readonly string[]): Promise<Together> {
  const { state, responses, told } = await probe.sendAll(texts, { expects: 'reply' });
  if (state === 'closed') return { responses, why: 'the connection did not survive it' };
  if (responses.length === 0) return { responses, why: 'there was no reply' };
  const refused = told.find(({ status }) => status >= 400);
  if (refused !== undefined) {
    return { responses, why: `one was refused with HTTP ${refused.status}` };
  }
  if (state === 'open') return { responses };
  // Some are missing. Of a server that is only slow they come before the answer to what is asked after them.
  const later = probe.transport === 'http' ? undefined : await probe.alive();
  if (later?.reply === undefined) return { responses, why: 'not all were answered in time' };
  const late = later.responses.filter((each) => each !== later.reply);
  return { responses: [...responses, ...late] };
}

function hasReply(responses: readonly Heard[], id: string): boolean {
  return responses.some(({ text }) => sameId(idTextOf(text) ?? '', id));
}

import { kept, violated, type Case } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { idTextOf } from '../../session/sort-heard.js';
import {
  DID_NOT_SURVIVE,
  goodRequest,
  NO_REPLY,
  NOTHING_SUCCEEDS,
} from '../framing/good-request.js';
import { JSONRPC } from '../links.js';
import { codeOf, hasResult } from '../read-reply.js';
import {
  EMPTY_OBJECT,
  METHOD_MISSING,
  METHOD_NUMBER,
  PARAMS_STRING,
  SCALARS,
  VERSION_1,
  VERSION_NUMBER,
  type InvalidForm,
} from './invalid-forms.js';

const FORMS: readonly InvalidForm[] = [
  VERSION_1,
  VERSION_NUMBER,
  METHOD_NUMBER,
  METHOD_MISSING,
  PARAMS_STRING,
  EMPTY_OBJECT,
  ...SCALARS,
];

export const invalidAnswered: Case = {
  id: 'jsonrpc/5/invalid-answered',
  group: 'requests',
  requirement: 'JSON that is no valid request is answered, so that nobody waits in vain.',
  link: JSONRPC.errorObject,
  keyword: 'SHOULD',
  fix: 'Answer with error -32600 instead of dropping the message.',
  async run(probe) {
    const texts = FORMS.map(({ write }) => write(probe));
    const together = await probe.sendAll(texts, { expects: 'due' });
    if (together.state !== 'open') return DID_NOT_SURVIVE;
    const answers = together.responses.length + refusalsWithoutReply(together);
    if (answers >= FORMS.length) return kept;
    // Replies without an id do not say what they answer, so that the forms are sent one by one.
    const silent = answers === 0 ? FORMS : await unanswered(probe);
    if (silent.length === 0) return kept;
    const shown = silent.map(({ what }) => what).join('; ');
    return violated(`${silent.length} of ${FORMS.length} forms got no reply: ${shown}`);
  },
};

async function unanswered(probe: Probe): Promise<readonly InvalidForm[]> {
  const silent: InvalidForm[] = [];
  for (const form of FORMS) {
    const exchange = await probe.send(form.write(probe));
    const isAnswered = exchange.reply !== undefined || refusalsWithoutReply(exchange) > 0;
    if (!isAnswered && exchange.state === 'open') silent.push(form);
  }
  return silent;
}

/** HTTP statuses that say no without a message. */
function refusalsWithoutReply({ told, responses }: Exchange): number {
  return Math.max(0, told.filter(({ status }) => status >= 400).length - responses.length);
}

export const parseErrorOnlyForNoJson: Case = {
  id: 'jsonrpc/5.1/parse-error-only-for-no-json',
  group: 'requests',
  requirement: 'Valid JSON that is no valid request is not called a parse error.',
  link: JSONRPC.errorObject,
  keyword: 'SHOULD',
  fix: 'Use -32700 only where the JSON parser failed, and -32600 where the message is no valid request.',
  async run(probe) {
    const exchange = await probe.sendAll(FORMS.map(({ write }) => write(probe)));
    if (exchange.responses.length === 0) return NO_REPLY;
    const wrong = exchange.responses.filter((reply) => codeOf(reply) === -32700);
    if (wrong.length === 0) return kept;
    return violated(`${wrong.length} of ${FORMS.length} messages of valid JSON got error -32700`);
  },
};

export const versionChecked: Case = {
  id: 'jsonrpc/4/version-checked',
  group: 'requests',
  requirement: 'A request that names another version than "2.0" is not executed.',
  link: JSONRPC.requestObject,
  keyword: 'SHOULD',
  fix: 'Compare "jsonrpc" with the string "2.0", and answer everything else with -32600.',
  async run(probe) {
    if (probe.harmless === undefined) return NOTHING_SUCCEEDS;
    const forms = [VERSION_1, VERSION_NUMBER].map(({ what, write }) => ({
      what,
      text: write(probe),
    }));
    const exchange = await probe.sendAll(forms.map(({ text }) => text));
    const executed = exchange.responses.filter(hasResult).map(({ text }) => idTextOf(text));
    const taken = forms.filter(({ text }) => executed.includes(idTextOf(text)));
    if (taken.length > 0) {
      return violated(`${taken.map(({ what }) => what).join(', and ')} got a result`);
    }
    return exchange.state === 'open' ? kept : DID_NOT_SURVIVE;
  },
};

const INVALID_ID = '"invalid-request"';
const GOOD_ID = '"good-request"';

export const invalidUnderItsId: Case = {
  id: 'jsonrpc/5/invalid-under-its-id',
  group: 'requests',
  requirement:
    'The reply to an invalid request has its id, or none where it could not be read, but no other.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Take the id of a reply from the message that it answers, not from the last one that was valid.',
  async run(probe) {
    const good = goodRequest(probe);
    if (good === undefined) return NOTHING_SUCCEEDS;
    const texts = [METHOD_NUMBER.write(probe), good].map((text, index) =>
      text.replace(/"id":\d+/, `"id":${index === 0 ? INVALID_ID : GOOD_ID}`),
    );
    const exchange = await probe.sendAll(texts);
    if (exchange.state !== 'open') return DID_NOT_SURVIVE;
    const under = (id: string) => exchange.responses.filter(({ text }) => idTextOf(text) === id);
    if (under(INVALID_ID).some(hasResult)) {
      return violated(
        `the result of ${GOOD_ID} came under ${INVALID_ID}, the id of an invalid request`,
      );
    }
    if (under(GOOD_ID).length > 1)
      return violated(`an invalid request was answered under ${GOOD_ID}`);
    const other = exchange.responses
      .map(({ text }) => idTextOf(text))
      .find((id) => id !== undefined && !['null', INVALID_ID, GOOD_ID].includes(id));
    if (other !== undefined) return violated(`an invalid request was answered under ${other}`);
    return exchange.responses.length < 2 ? NO_REPLY : kept;
  },
};

import { kept, notObserved, violated, type Case } from '../../case.js';
import { PLAIN, since } from '../eras.js';
import { JSONRPC, mcpLink } from '../links.js';
import { codeOf, describe } from '../read-reply.js';
import { membersOf } from '../../json/json.js';
import { NO_REPLY } from './good-request.js';
import { meantReply } from './meant-reply.js';

/** A text that is no JSON, and shows no id. */
const NO_JSON = 'this is no JSON';

export const parseErrorAnswered: Case = {
  id: 'jsonrpc/5.1/parse-error-answered',
  group: 'framing',
  requirement: 'A text that is no JSON is answered, so that nobody waits for a reply in vain.',
  link: JSONRPC.errorObject,
  keyword: 'SHOULD',
  fix: 'Answer with error -32700 instead of dropping the text.',
  async run(probe) {
    const exchange = await probe.send(NO_JSON, { expects: 'due' });
    if (exchange.reply !== undefined || (exchange.told[0]?.status ?? 0) >= 400) return kept;
    if (exchange.state !== 'open') return notObserved('the connection did not survive it');
    return violated(`"${NO_JSON}" got ${describe(exchange)}`);
  },
};

export const parseErrorCode: Case = {
  id: 'jsonrpc/5.1/parse-error-code',
  group: 'framing',
  requirement: 'A text that is no JSON is answered with -32700.',
  link: JSONRPC.errorObject,
  keyword: 'MUST',
  fix: 'Use -32700 for texts that are no JSON, and only for those.',
  async run(probe) {
    const exchange = await probe.send(NO_JSON);
    const reply = meantReply(exchange);
    if (reply === undefined) return NO_REPLY;
    if (codeOf(reply) === -32700) return kept;
    return violated(`"${NO_JSON}" got ${describe(exchange)}`);
  },
};

export const parseErrorIdNull: Case = {
  id: 'jsonrpc/5/parse-error-id-null',
  group: 'framing',
  requirement: 'The reply to a text whose id cannot be read has the id null.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Write "id": null where the id of the request could not be read.',
  eras: PLAIN,
  async run(probe) {
    const exchange = await probe.send(NO_JSON);
    const reply = meantReply(exchange);
    if (reply === undefined) return NO_REPLY;
    if (membersOf(reply.value)['id'] === null) return kept;
    return violated(`the reply is ${reply.text.slice(0, 200)}`);
  },
};

export const unreadableIdOmitted: Case = {
  id: 'mcp/2025-11-25/basic/unreadable-id-omitted',
  group: 'framing',
  requirement:
    'The reply to a text whose id cannot be read has no id: the schema of MCP forbids the null that JSON-RPC asks for.',
  link: mcpLink('basic', '2025-11-25', 'error-responses'),
  keyword: 'SHOULD',
  fix: 'Leave the member "id" out of the reply: clients of the SDKs drop a reply with a null id, and wait.',
  eras: since('2025-11-25'),
  deviation: 'null-id',
  async run(probe) {
    const exchange = await probe.send(NO_JSON);
    const reply = meantReply(exchange);
    if (reply === undefined) return NO_REPLY;
    if (!Object.hasOwn(membersOf(reply.value), 'id')) return kept;
    return violated(`the reply is ${reply.text.slice(0, 200)}`);
  },
};

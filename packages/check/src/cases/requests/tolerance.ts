import { kept, violated, type Case } from '../../case.js';
import { WITH_HANDSHAKE } from '../eras.js';
import { DID_NOT_SURVIVE, goodRequest, NOTHING_SUCCEEDS } from '../framing/good-request.js';
import { repliesTo } from '../framing/understood.js';
import { adviceLink, JSONRPC } from '../links.js';

export const extraMemberAnswered: Case = {
  id: 'jsonrpc/5/extra-member-answered',
  group: 'requests',
  requirement: 'A request with a member that nobody knows is answered, by a result or an error.',
  link: JSONRPC.responseObject,
  keyword: 'SHOULD',
  fix: 'Ignore members that are not known, or answer with -32600; do not drop the message.',
  once: true,
  async run(probe) {
    const text = goodRequest(probe)?.replace(/\}$/, ',"errata":true}');
    if (text === undefined) return NOTHING_SUCCEEDS;
    const exchange = await probe.send(text, { expects: 'due' });
    if (exchange.reply !== undefined || exchange.told.some(({ status }) => status >= 400))
      return kept;
    if (exchange.state !== 'open') return DID_NOT_SURVIVE;
    const later = await probe.alive();
    if (later.reply === undefined) return DID_NOT_SURVIVE;
    if (repliesTo(later, text).length > 0) return kept;
    return violated('a request with the member "errata" beside the usual ones got no reply');
  },
};

/** Responses to requests that the server never made. */
const RESPONSES = [
  '{"jsonrpc":"2.0","id":"errata-never-asked-1","result":{}}',
  '{"jsonrpc":"2.0","id":"errata-never-asked-2","error":{"code":-32603,"message":"Internal error"}}',
];

export const responseIgnored: Case = {
  id: 'errata/requests/response-ignored',
  group: 'requests',
  requirement: 'A response to a request that the server never made is not answered.',
  link: adviceLink('requests'),
  keyword: 'SHOULD',
  fix: 'Drop responses with unknown ids, or log them: an answer to an answer can go on for ever.',
  // In plain JSON-RPC such a text is an invalid request, and 2026-07-28 forbids clients to send it.
  eras: WITH_HANDSHAKE,
  transports: ['stdio', 'tcp'],
  async run(probe) {
    const exchange = await probe.sendAll(RESPONSES, { expects: 'silence' });
    const answers = exchange.responses.filter(({ text }) =>
      /errata-never-asked|"id":null/.test(text),
    );
    const anonymous = exchange.responses.filter(({ text }) => !text.includes('"id"'));
    const [first] = [...answers, ...anonymous];
    if (first !== undefined)
      return violated(`a response was answered with ${first.text.slice(0, 120)}`);
    return exchange.state === 'open' ? kept : DID_NOT_SURVIVE;
  },
};

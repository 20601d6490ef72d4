import { kept, notObserved } from '../case.js';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import type { Probe } from '../probe.js';
import { isModern, idTextOf } from '../session/messages.js';
import { goodRequest } from './ask.js';
import {
  defineCases,
  DID_NOT_SURVIVE,
  never,
  NO_REPLY,
  NOTHING_SUCCEEDS,
  type CaseRow,
  type Wanted,
  type Seen,
} from './define-cases.js';
import { LINES, MCP, WITH_HANDSHAKE, adviceLink, JSONRPC } from './spec.js';
import { repliesTo } from './framing.js';
import { codeOf, describe, errorOf, hasResult } from './read-reply.js';

/** JSON that is almost a valid request. */
interface InvalidForm {
  /** As the end of a case's id. */
  readonly name: string;
  /** As the subject of a sentence. */
  readonly what: string;
  write(probe: Probe): string;
}

/** Forms with an id that can be read. */
const VERSION_1: InvalidForm = {
  name: 'version-1.0',
  what: 'a request that says "jsonrpc": "1.0"',
  write: (probe) => request(probe).replace('"jsonrpc":"2.0"', '"jsonrpc":"1.0"'),
};

const VERSION_NUMBER: InvalidForm = {
  name: 'version-number',
  what: 'a request that says "jsonrpc": 2.0 as a number',
  write: (probe) => request(probe).replace('"jsonrpc":"2.0"', '"jsonrpc":2.0'),
};

const VERSION_MISSING: InvalidForm = {
  name: 'version-missing',
  what: 'a request without "jsonrpc"',
  write: (probe) => request(probe).replace('"jsonrpc":"2.0",', ''),
};

const METHOD_NUMBER: InvalidForm = {
  name: 'method-number',
  what: 'a request whose method is a number',
  write: (probe) => request(probe).replace(METHOD, ',"method":1'),
};

const METHOD_MISSING: InvalidForm = {
  name: 'method-missing',
  what: 'a request without a method',
  write: (probe) => request(probe).replace(METHOD, ''),
};

const PARAMS_STRING: InvalidForm = {
  name: 'params-string',
  what: 'a request whose params are a string',
  write(probe) {
    const method = JSON.stringify(probe.harmless?.method ?? UNKNOWN);
    return `${probe.write('').replace(/,"method":.*/, '')},"method":${method},"params":"text"}`;
  },
};

/** Forms without any. */
const EMPTY_OBJECT: InvalidForm = {
  name: 'empty-object',
  what: 'an empty object',
  write: () => '{}',
};

const SCALARS: readonly InvalidForm[] = ['42', '"text"', 'null', 'true'].map((text) => ({
  name: 'scalar',
  what: `the message ${text}`,
  write: () => text,
}));

const UNKNOWN = 'errata/unknown';
const METHOD = /,"method":"[^"]*"/;

const FORMS: readonly InvalidForm[] = [
  VERSION_1,
  VERSION_NUMBER,
  METHOD_NUMBER,
  METHOD_MISSING,
  PARAMS_STRING,
  EMPTY_OBJECT,
  ...SCALARS,
];

const INVALID_ID = '"invalid-request"';
const GOOD_ID = '"good-request"';
const CONVENTIONS = 'https://www.jsonrpc.org/specification#conventions';

/** Responses to requests that the server never made. */
const RESPONSES = [
  '{"jsonrpc":"2.0","id":"errata-never-asked-1","result":{}}',
  '{"jsonrpc":"2.0","id":"errata-never-asked-2","error":{"code":-32603,"message":"Internal error"}}',
];

export const REQUESTS_CASES = defineCases({ group: 'requests', link: JSONRPC.errorObject }, [
  {
    id: 'jsonrpc/5/invalid-answered',
    must: 'JSON that is not a valid request gets an error reply.',
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
      return `${silent.length} of ${FORMS.length} forms got no reply: ${shown}`;
    },
  },
  invalidCode(VERSION_1),
  invalidCode(VERSION_NUMBER),
  // Plain JSON-RPC lets a server take a request without a version for one of 1.0.
  { ...invalidCode(VERSION_MISSING), eras: MCP },
  invalidCode(METHOD_NUMBER),
  invalidCode(METHOD_MISSING),
  invalidCode(PARAMS_STRING, -32600, -32602),
  invalidCode(EMPTY_OBJECT),
  {
    id: 'jsonrpc/5.1/scalar-code',
    must: 'A number, a string, null or true in place of a message is answered with -32600.',
    fix: 'Use -32600 for JSON that is no object.',
    once: true,
    ask: (probe) => probe.sendAll(SCALARS.map(({ write }) => write(probe))),
    unless: never,
    want: (exchange, probe) =>
      haveCodes(probe, exchange, exchange.responses, {
        what: `one of the messages ${exchange.sent.join(', ')}`,
        codes: [-32600],
      }),
  },
  {
    id: 'jsonrpc/5.1/parse-error-only-for-no-json',
    must: 'Valid JSON that is no valid request is not called a parse error.',
    fix: 'Use -32700 only where the JSON parser failed, and -32600 where the message is no valid request.',
    ask: (probe) => probe.sendAll(FORMS.map(({ write }) => write(probe))),
    want({ responses }) {
      const wrong = responses.filter((reply) => codeOf(reply) === -32700);
      return (
        wrong.length === 0 ||
        `${wrong.length} of ${FORMS.length} messages of valid JSON got error -32700`
      );
    },
  },
  {
    id: 'jsonrpc/5/invalid-under-its-id',
    must: 'The reply to an invalid request has its id, or none where it could not be read, but no other.',
    link: JSONRPC.responseObject,
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
        return `the result of ${GOOD_ID} came under ${INVALID_ID}, the id of an invalid request`;
      }
      if (!under(GOOD_ID).every(hasResult))
        return `an invalid request was answered under ${GOOD_ID}`;
      const other = exchange.responses
        .map(({ text }) => idTextOf(text))
        .find((id) => id !== undefined && !['null', INVALID_ID, GOOD_ID].includes(id));
      if (other !== undefined) return `an invalid request was answered under ${other}`;
      return exchange.responses.length < 2 ? NO_REPLY : kept;
    },
  },
  {
    id: 'jsonrpc/4/version-checked',
    should: 'A request that names another version than "2.0" is not executed.',
    link: JSONRPC.requestObject,
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
        return `${taken.map(({ what }) => what).join(', and ')} got a result`;
      }
      return exchange.state === 'open' ? kept : DID_NOT_SURVIVE;
    },
  },
  {
    id: 'jsonrpc/2/method-case',
    should: 'The name of a method in other letters, such as PING, is another method.',
    link: CONVENTIONS,
    fix: 'Compare names of methods letter by letter.',
    once: true,
    async run(probe) {
      if (probe.harmless === undefined) return NOTHING_SUCCEEDS;
      const { method, params } = probe.harmless;
      const other = method === method.toUpperCase() ? method.toLowerCase() : method.toUpperCase();
      if (other === method) return notObserved(`${method} has no other case`);
      return notExecuted(probe, probe.write(other, params), `the method ${other}`);
    },
  },
  {
    id: 'jsonrpc/2/member-case',
    should: 'The name of a member in other letters, such as "METHOD", is another member.',
    link: CONVENTIONS,
    fix: 'Compare member names exactly; some JSON libraries ignore case by default.',
    once: true,
    async run(probe) {
      const text = goodRequest(probe)?.replace('"method"', '"METHOD"');
      if (text === undefined) return NOTHING_SUCCEEDS;
      return notExecuted(probe, text, 'a request with "METHOD" in place of "method"');
    },
  },
  {
    id: 'jsonrpc/4/reserved-prefix',
    must: 'An unknown method whose name begins with "rpc." is answered with -32601.',
    link: JSONRPC.requestObject,
    fix: 'Treat names that begin with "rpc." as methods that do not exist.',
    once: true,
    run: (probe) => judgeName(probe, 'rpc.errata', [-32601]),
  },
  {
    id: 'jsonrpc/4/empty-method',
    must: 'A request whose method is the empty string is answered with -32601 or -32600.',
    fix: 'Look up the empty name like any other: it is an unknown method.',
    once: true,
    // The headers of 2026-07-28 cannot say it.
    run: (probe) => judgeName(probe, '', [-32601, -32600, -32020]),
  },
  {
    id: 'jsonrpc/5/extra-member-answered',
    must: 'A request with an extra member gets a result or an error.',
    link: JSONRPC.responseObject,
    fix: 'Ignore members that are not known, or answer with -32600; do not drop the message.',
    once: true,
    async run(probe) {
      const text = goodRequest(probe)?.replace(/\}$/, ',"errata":true}');
      if (text === undefined) return NOTHING_SUCCEEDS;
      const exchange = await probe.send(text, { expects: 'due' });
      if (exchange.reply !== undefined || exchange.httpAnswers.some(({ status }) => status >= 400))
        return kept;
      if (exchange.state !== 'open') return DID_NOT_SURVIVE;
      const later = await probe.alive();
      if (later.reply === undefined) return DID_NOT_SURVIVE;
      if (repliesTo(later, text).length > 0) return kept;
      return 'a request with the member "errata" beside the usual ones got no reply';
    },
  },
  {
    id: 'errata/requests/response-ignored',
    should: 'A response to a request that the server never made is not answered.',
    link: adviceLink('requests'),
    fix: 'Drop responses with unknown ids, or log them: an answer to an answer can go on for ever.',
    // In plain JSON-RPC such a text is an invalid request, and 2026-07-28 forbids clients to send it.
    eras: WITH_HANDSHAKE,
    transports: LINES,
    ask: (probe) => probe.sendAll(RESPONSES, { expects: 'silence' }),
    unless: never,
    want(exchange) {
      const answers = exchange.responses.filter(({ text }) =>
        /errata-never-asked|"id":null/.test(text),
      );
      const anonymous = exchange.responses.filter(({ text }) => !text.includes('"id"'));
      const [first] = [...answers, ...anonymous];
      if (first !== undefined) return `a response was answered with ${first.text.slice(0, 120)}`;
      return exchange.state === 'open' ? true : DID_NOT_SURVIVE;
    },
  },
]);

function request(probe: Probe): string {
  return goodRequest(probe) ?? probe.write(UNKNOWN);
}

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
function refusalsWithoutReply({ httpAnswers, responses }: WireExchange): number {
  return Math.max(0, httpAnswers.filter(({ status }) => status >= 400).length - responses.length);
}

function invalidCode({ name, what, write }: InvalidForm, ...given: number[]): CaseRow<'link'> {
  const codes = given.length === 0 ? [-32600] : given;
  return {
    id: `jsonrpc/5.1/${name}-code`,
    must: `${what.slice(0, 1).toUpperCase()}${what.slice(1)} is answered with ${codes.join(' or ')}.`,
    fix: `Use ${codes.join(' or ')} for JSON that is no valid request.`,
    ask: (probe) => probe.send(write(probe)),
    unless: never,
    want: (exchange, probe) =>
      haveCodes(probe, exchange, exchange.reply ? [exchange.reply] : [], { what, codes }),
  };
}

/** What the codes of replies to invalid requests say; that there is none, or a result, is for other cases. */
function haveCodes(
  { era, transport }: Probe,
  { state }: WireExchange,
  replies: readonly ReceivedMessage[],
  { what, codes }: { readonly what: string; readonly codes: readonly unknown[] },
): Wanted {
  if (state !== 'open') return DID_NOT_SURVIVE;
  if (replies.length === 0) return NO_REPLY;
  const errors = replies.filter((reply) => errorOf(reply) !== undefined);
  if (errors.length === 0)
    return notObserved('the reply is not an error, so it has no code to judge');
  const others = errors.map(codeOf).filter((code) => !codes.includes(code));
  const [other] = others;
  if (other === undefined) return true;
  if (others.every((code) => code === -32700)) {
    return notObserved('it was answered with -32700, which is judged by a case of its own');
  }
  if (isModern(era) && transport === 'http' && other === -32020) {
    return notObserved('its headers were refused first');
  }
  return `${what} got error ${String(other)}`;
}

async function notExecuted(probe: Probe, text: string, what: string): Promise<Seen> {
  const exchange = await probe.send(text);
  if (hasResult(exchange.reply)) return `${what} got a result`;
  return exchange.state === 'open' ? kept : DID_NOT_SURVIVE;
}

/** The code for a name that is unknown, where unknown names get the right code otherwise. */
async function judgeName(probe: Probe, method: string, codes: readonly unknown[]): Promise<Seen> {
  const usual = probe.write('errata/unknown');
  const text = probe.write(method);
  const exchange = await probe.sendAll([usual, text]);
  const [reply] = repliesTo(exchange, text);
  if (reply === undefined) return exchange.state === 'open' ? NO_REPLY : DID_NOT_SURVIVE;
  if (codes.includes(codeOf(reply))) return kept;
  const [control] = repliesTo(exchange, usual);
  if (!hasResult(reply) && codeOf(control) !== -32601) {
    return notObserved('no unknown method is answered with -32601');
  }
  return `the method ${JSON.stringify(method)} got ${describe({ ...exchange, reply })}`;
}

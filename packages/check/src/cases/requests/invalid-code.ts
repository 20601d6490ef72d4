import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Exchange, Heard } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { MCP } from '../eras.js';
import { DID_NOT_SURVIVE, NO_REPLY } from '../framing/good-request.js';
import { JSONRPC } from '../links.js';
import { codeOf, errorOf } from '../read-reply.js';
import {
  EMPTY_OBJECT,
  METHOD_MISSING,
  METHOD_NUMBER,
  PARAMS_STRING,
  SCALARS,
  VERSION_1,
  VERSION_MISSING,
  VERSION_NUMBER,
  type InvalidForm,
} from './invalid-forms.js';

const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const PARSE_ERROR = -32700;
const HEADER_MISMATCH = -32020;

function invalidCode(
  { name, what, write }: InvalidForm,
  {
    eras,
    codes = [INVALID_REQUEST],
  }: { readonly eras?: Case['eras']; readonly codes?: number[] } = {},
): Case {
  return {
    id: `jsonrpc/5.1/${name}-code`,
    group: 'requests',
    requirement: `${capital(what)} is answered with ${codes.join(' or ')}.`,
    link: JSONRPC.errorObject,
    keyword: 'MUST',
    fix: `Use ${codes.join(' or ')} for JSON that is no valid request.`,
    ...(eras && { eras }),
    run: async (probe) => {
      const exchange = await probe.send(write(probe));
      return judgeCodes(probe, exchange, exchange.reply ? [exchange.reply] : [], what, codes);
    },
  };
}

/** What the codes of replies to invalid requests say; that there is none, or a result, is for other cases. */
function judgeCodes(
  { era, transport }: Probe,
  exchange: Exchange,
  replies: readonly Heard[],
  what: string,
  codes: readonly number[],
): Outcome {
  if (exchange.state !== 'open') return DID_NOT_SURVIVE;
  if (replies.length === 0) return NO_REPLY;
  const errors = replies.filter((reply) => errorOf(reply) !== undefined);
  if (errors.length === 0) return notObserved('it was not answered with an error');
  const others = errors.map(codeOf).filter((code) => !codes.includes(code as number));
  const [other] = others;
  if (other === undefined) return kept;
  if (others.every((code) => code === PARSE_ERROR)) {
    return notObserved('it was answered with -32700, which is judged by a case of its own');
  }
  if (era === '2026-07-28' && transport === 'http' && other === HEADER_MISMATCH) {
    return notObserved('its headers were refused first');
  }
  return violated(`${what} got error ${String(other)}`, exchange);
}

const scalarCode: Case = {
  id: 'jsonrpc/5.1/scalar-code',
  group: 'requests',
  requirement: 'A number, a string, null or true in place of a message is answered with -32600.',
  link: JSONRPC.errorObject,
  keyword: 'MUST',
  fix: 'Use -32600 for JSON that is no object.',
  once: true,
  async run(probe) {
    const texts = SCALARS.map(({ write }) => write(probe));
    const exchange = await probe.sendAll(texts);
    const what = `one of the messages ${texts.join(', ')}`;
    return judgeCodes(probe, exchange, exchange.responses, what, [INVALID_REQUEST]);
  },
};

export const invalidCodes: readonly Case[] = [
  invalidCode(VERSION_1),
  invalidCode(VERSION_NUMBER),
  // Plain JSON-RPC lets a server take a request without a version for one of 1.0.
  invalidCode(VERSION_MISSING, { eras: MCP }),
  invalidCode(METHOD_NUMBER),
  invalidCode(METHOD_MISSING),
  invalidCode(PARAMS_STRING, { codes: [INVALID_REQUEST, INVALID_PARAMS] }),
  invalidCode(EMPTY_OBJECT),
  scalarCode,
];

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

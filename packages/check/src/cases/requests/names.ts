import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Probe } from '../../probe.js';
import {
  DID_NOT_SURVIVE,
  goodRequest,
  NO_REPLY,
  NOTHING_SUCCEEDS,
} from '../framing/good-request.js';
import { repliesTo } from '../framing/understood.js';
import { JSONRPC } from '../links.js';
import { codeOf, describe, hasResult } from '../read-reply.js';

const CONVENTIONS = 'https://www.jsonrpc.org/specification#conventions';

export const methodCase: Case = {
  id: 'jsonrpc/2/method-case',
  group: 'requests',
  requirement: 'The name of a method in other letters, such as PING, is another method.',
  link: CONVENTIONS,
  keyword: 'SHOULD',
  fix: 'Compare names of methods letter by letter.',
  once: true,
  async run(probe) {
    if (probe.harmless === undefined) return NOTHING_SUCCEEDS;
    const { method, params } = probe.harmless;
    const other = method === method.toUpperCase() ? method.toLowerCase() : method.toUpperCase();
    if (other === method) return notObserved(`${method} has no other case`);
    return notExecuted(probe, probe.write(other, params), `the method ${other}`);
  },
};

export const memberCase: Case = {
  id: 'jsonrpc/2/member-case',
  group: 'requests',
  requirement: 'The name of a member in other letters, such as "METHOD", is another member.',
  link: CONVENTIONS,
  keyword: 'SHOULD',
  fix: 'Compare names of members letter by letter; some JSON libraries do not unless told.',
  once: true,
  async run(probe) {
    const text = goodRequest(probe)?.replace('"method"', '"METHOD"');
    if (text === undefined) return NOTHING_SUCCEEDS;
    return notExecuted(probe, text, 'a request with "METHOD" in place of "method"');
  },
};

async function notExecuted(probe: Probe, text: string, what: string): Promise<Outcome> {
  const exchange = await probe.send(text);
  if (hasResult(exchange.reply)) return violated(`${what} got a result`);
  return exchange.state === 'open' ? kept : DID_NOT_SURVIVE;
}

export const reservedPrefix: Case = {
  id: 'jsonrpc/4/reserved-prefix',
  group: 'requests',
  requirement: 'An unknown method whose name begins with "rpc." is answered with -32601.',
  link: JSONRPC.requestObject,
  keyword: 'MUST',
  fix: 'Treat names that begin with "rpc." as methods that do not exist.',
  once: true,
  run: (probe) => judgeName(probe, 'rpc.errata', [-32601]),
};

export const emptyMethod: Case = {
  id: 'jsonrpc/4/empty-method',
  group: 'requests',
  requirement: 'A request whose method is the empty string is answered with -32601 or -32600.',
  link: JSONRPC.errorObject,
  keyword: 'MUST',
  fix: 'Look the empty name up as any other: there is no such method.',
  once: true,
  // The headers of 2026-07-28 cannot say it.
  run: (probe) => judgeName(probe, '', [-32601, -32600, -32020]),
};

/** The code for a name that is unknown, where unknown names get the right code otherwise. */
async function judgeName(
  probe: Probe,
  method: string,
  codes: readonly unknown[],
): Promise<Outcome> {
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
  return violated(`the method ${JSON.stringify(method)} got ${describe({ ...exchange, reply })}`);
}

import { kept, violated, type Case } from '../../case.js';
import type { Probe } from '../../probe.js';
import { MCP } from '../eras.js';
import { JSONRPC } from '../links.js';
import { codeOf, describe, hasResult } from '../read-reply.js';
import { DID_NOT_SURVIVE, goodRequest, NO_REPLY, NOTHING_SUCCEEDS } from './good-request.js';
import { meantReply } from './meant-reply.js';

export const truncatedJsonCode: Case = {
  id: 'jsonrpc/5.1/truncated-json-code',
  group: 'framing',
  requirement: 'A request that is cut off before its last brace is answered with -32700.',
  link: JSONRPC.errorObject,
  keyword: 'MUST',
  fix: 'Use -32700 where the JSON ends too early, as for any other text that is no JSON.',
  once: true,
  async run(probe) {
    const exchange = await probe.send(probe.write('errata/cut-off').slice(0, -1));
    const reply = meantReply(exchange);
    if (reply === undefined) return NO_REPLY;
    if (codeOf(reply) === -32700) return kept;
    return violated(`a request without its last brace got ${describe(exchange)}`);
  },
};

/** A form that many parsers take, though it is no JSON. */
interface LenientForm {
  readonly name: string;
  readonly what: string;
  write(probe: Probe): string | undefined;
}

const FORMS: readonly LenientForm[] = [
  {
    name: 'trailing-comma',
    what: 'a comma after the last member',
    write: (probe) => goodRequest(probe)?.replace(/\}$/, ',}'),
  },
  {
    name: 'single-quotes',
    what: 'single quotes around its strings',
    write: (probe) => goodRequest(probe)?.replaceAll('"', "'"),
  },
  {
    name: 'comment',
    what: 'a comment in it',
    write: (probe) => goodRequest(probe)?.replace(/\}$/, '/* a comment */}'),
  },
  {
    name: 'nan',
    what: 'NaN for a number',
    write: (probe) => goodRequest(probe, { note: '@' })?.replace('"@"', 'NaN'),
  },
];

// RFC 8259 lets a parser take more than JSON, so that this is advice; others on the way will not.
export const lenientJson: readonly Case[] = FORMS.map(({ name, what, write }) => ({
  id: `jsonrpc/5.1/lenient-${name}`,
  group: 'framing',
  requirement: `A request with ${what} is no JSON, and is not executed.`,
  link: JSONRPC.errorObject,
  keyword: 'SHOULD',
  fix: 'Read requests with a strict JSON parser, and answer everything else with -32700.',
  once: true,
  async run(probe: Probe) {
    const text = write(probe);
    if (text === undefined) return NOTHING_SUCCEEDS;
    const exchange = await probe.send(text);
    if (hasResult(exchange.reply)) return violated(`a request with ${what} got a result`);
    return exchange.state === 'open' ? kept : DID_NOT_SURVIVE;
  },
}));

export const twoValuesInOne: Case = {
  id: 'jsonrpc/5.1/two-values',
  group: 'framing',
  requirement: 'Two requests without a newline between them are no JSON, and are not executed.',
  link: JSONRPC.errorObject,
  keyword: 'SHOULD',
  fix: 'Cut the input into lines first, read each as one JSON value, and refuse what is left over.',
  // Plain JSON-RPC does not say how messages are told apart on a stream.
  eras: MCP,
  once: true,
  async run(probe) {
    const [first, second] = [goodRequest(probe), goodRequest(probe)];
    if (first === undefined || second === undefined) return NOTHING_SUCCEEDS;
    const exchange = await probe.send(`${first}${second}`, { replies: 2 });
    const executed = exchange.responses.filter(hasResult).length;
    if (executed > 0) return violated(`two requests in one text got ${executed} results`);
    return exchange.state === 'open' ? kept : DID_NOT_SURVIVE;
  },
};

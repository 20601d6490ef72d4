import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import { membersOf } from '../../json/json.js';
import { JSONRPC } from '../links.js';
import { DID_NOT_SURVIVE, goodRequest, NOTHING_SUCCEEDS } from './good-request.js';
import { JSON_RFC } from './json-links.js';
import { repliesTo } from './understood.js';

/** Ids with a letter of two bytes: for the whole, and for the pieces. */
const WHOLE = 'né-whole';
const CUT = 'né-cut';

export const splitCharacter: Case = {
  id: 'jsonrpc/2/split-character',
  group: 'framing',
  requirement:
    'A message that comes in two pieces, cut within a character of UTF-8, is understood.',
  link: JSON_RFC.encoding,
  keyword: 'MUST',
  fix: 'Collect bytes up to the newline and decode the whole line, or use a decoder that keeps the rest of a chunk.',
  transports: ['stdio', 'tcp'],
  once: true,
  async run(probe) {
    const { harmless } = probe;
    if (harmless === undefined) return NOTHING_SUCCEEDS;
    const write = (id: string): string =>
      probe.write(harmless.method, harmless.params, JSON.stringify(id));
    const whole = await probe.send(write(WHOLE));
    if (!hasId(whole, WHOLE))
      return notObserved('such an id does not come back in one piece either');
    const bytes = Buffer.from(`${write(CUT)}\n`);
    const cut = bytes.indexOf('é') + 1;
    const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
    const exchange = await probe.sendAll(pieces, { raw: true, replies: 1, expects: 'due' });
    if (hasId(exchange, CUT)) return kept;
    if (exchange.state !== 'open') return DID_NOT_SURVIVE;
    const later = await probe.alive();
    if (hasId(later, CUT)) return kept;
    return violated(
      `the id ${JSON.stringify(CUT)} was cut within é, and came back as ${exchange.reply?.text.slice(0, 120) ?? 'nothing'}`,
      whole,
      exchange,
    );
  },
};

export const twoInOneWrite: Case = {
  id: 'jsonrpc/5/two-in-one-write',
  group: 'framing',
  requirement: 'Two requests that are written at once are both answered.',
  link: JSONRPC.responseObject,
  keyword: 'MUST',
  fix: 'Cut every chunk of input at all of its newlines: a chunk is no message.',
  transports: ['stdio', 'tcp'],
  once: true,
  async run(probe) {
    const texts = [goodRequest(probe), goodRequest(probe)].filter((text) => text !== undefined);
    if (texts.length < 2) return NOTHING_SUCCEEDS;
    const exchange = await probe.send(`${texts.join('\n')}\n`, {
      raw: true,
      replies: 2,
      expects: 'due',
    });
    if (exchange.state !== 'open') return DID_NOT_SURVIVE;
    if (texts.every((text) => repliesTo(exchange, text).length > 0)) return kept;
    const later = await probe.alive();
    const isAnswered = (text: string): boolean =>
      repliesTo(exchange, text).length > 0 || repliesTo(later, text).length > 0;
    const answered = texts.filter(isAnswered).length;
    if (answered === 2) return kept;
    if (later.reply === undefined) return DID_NOT_SURVIVE;
    return violated(`of two requests in one write ${answered === 1 ? 'one' : 'none'} was answered`);
  },
};

function hasId({ responses }: Exchange, id: string): boolean {
  return responses.some(({ value }) => membersOf(value)['id'] === id);
}

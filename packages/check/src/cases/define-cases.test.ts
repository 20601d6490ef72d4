import { describe, expect, it } from 'vitest';
import { kept, notObserved, type Case } from '../case.js';
import type { WireExchange } from '../exchange.js';
import type { Probe } from '../probe.js';
import { defineCases, type Asking } from './define-cases.js';

const ERROR = { error: { code: -32601, message: 'No' } };
const ABOUT = { id: 'errata/x', must: 'It answers.', fix: 'Answer.' } as const;

const exchangeOf = (value?: object) =>
  ({
    reply: value && { text: '', value, at: 0 },
    httpAnswers: [],
    state: 'open',
  }) as unknown as WireExchange;

const define = (row: Partial<Asking> & Pick<Asking, 'want'>, exchange = exchangeOf(ERROR)): Case =>
  defineCases({ group: 'ids', link: 'docs/check.md#ids', once: true }, [
    { ...ABOUT, ask: () => Promise.resolve(exchange), what: 'ping', ...row },
  ])[0]!;

const run = (each: Case) => each.run({} as Probe);

describe('a row', () => {
  it('becomes a case with what its table says', () => {
    const { run: _run, ...rest } = define({ want: () => true });
    expect(rest).toEqual({
      id: 'errata/x',
      group: 'ids',
      requirement: 'It answers.',
      keyword: 'MUST',
      link: 'docs/check.md#ids',
      fix: 'Answer.',
      once: true,
    });
  });

  it.each([
    ['true', true, { kind: 'kept' }],
    ['false', false, { kind: 'violated', why: 'ping got error -32601 "No"' }],
    ['a text', 'it is late', { kind: 'violated', why: 'it is late' }],
    ['an outcome', notObserved('it is busy'), { kind: 'not observed', why: 'it is busy' }],
  ])('says by %s what it makes of the reply', async (_what, wanted, outcome) => {
    expect(await run(define({ want: () => wanted }))).toMatchObject(outcome);
  });

  it('judges nothing without a reply, unless it says so', async () => {
    const silent = exchangeOf();
    expect(await run(define({ want: () => false }, silent))).toMatchObject({
      why: 'the server sent no reply to judge; where it has to reply, a finding of its own says so',
    });
    expect(await run(define({ want: () => true, unless: () => undefined }, silent))).toBe(kept);
  });

  it('asks nothing of a server that lacks what it needs', async () => {
    const ask = () => Promise.reject(new Error('it was asked'));
    const missing = notObserved('it has no tools');
    expect(await run(define({ needs: () => missing, ask, want: () => false }))).toBe(missing);
  });
});

import { describe, expect, it } from 'vitest';
import { exchangeOf, reportOf, resultOf, targetOf, httpReplyOf } from './testing/build.js';
import { HOSTILE_REPORT, HOSTILE_TEXTS, SAMPLE_REPORT } from './testing/sample-report.js';
import { toJson } from './to-json.js';

describe('toJson', () => {
  it('has a literal form', () => {
    const exchange = exchangeOf(['ask'], ['noise', 'answer'], {
      httpRequests: [{ method: 'POST', path: '/', headers: { a: 'b' } }],
      httpAnswers: [httpReplyOf(200, 'answer')],
    });
    const report = reportOf(
      [
        targetOf([
          resultOf({
            verdict: 'warn',
            why: 'w',
            exchanges: [{ ...exchange, reply: { ...exchange.received[1]! } }],
            views: [
              {
                call: 'c',
                hosts: [
                  { id: 'h', name: 'H', text: 't', tokens: 1 },
                  { id: 'i', name: 'I', text: '', nothing: 'it throws', tokens: 0 },
                ],
              },
            ],
          }),
        ]),
      ],
      { stale: [{ case: 'old' }] },
    );
    const counts = {
      fail: 0,
      warn: 1,
      known: 0,
      declared: 0,
      not_observed: 0,
      pass: 0,
      not_applicable: 0,
    };
    expect(JSON.parse(toJson(report))).toEqual({
      version: '0.1.0',
      date: '2026-11-02T10:15:00.000Z',
      exit_code: 1,
      counts,
      targets: [
        {
          grade: 'A',
          target: 'node server.js',
          transport: 'stdio',
          server: { name: 'sample', version: '1.2.0' },
          requests: 1204,
          ms: 12430,
          notes: [],
          eras: [
            {
              era: '2025-11-25',
              counts,
              results: [
                {
                  id: 'jsonrpc/5/result-or-error',
                  group: 'requests',
                  keyword: 'MUST',
                  requirement: 'A reply has a result or an error, and never both.',
                  link: 'https://www.jsonrpc.org/specification#response_object',
                  fix: 'Build replies in one place that takes either a result or an error.',
                  era: '2025-11-25',
                  verdict: 'warn',
                  connection: 'open',
                  why: 'w',
                  from: 'your code, or an SDK that its replies do not prove',
                  exchanges: [
                    {
                      sent: [{ text: 'ask' }],
                      http_requests: [{ method: 'POST', path: '/', headers: { a: 'b' } }],
                      received: [
                        { at: 101, text: 'noise' },
                        { at: 102, text: 'answer' },
                      ],
                      reply: 1,
                      http_answers: [
                        {
                          status: 200,
                          headers: { 'content-type': 'application/json' },
                          ended: 'whole',
                          body: { text: 'answer' },
                        },
                      ],
                      state: 'open',
                      at: 100,
                      ms: 12,
                    },
                  ],
                  views: [
                    {
                      call: 'c',
                      hosts: [
                        { id: 'h', name: 'H', tokens: 1, text: 't' },
                        { id: 'i', name: 'I', tokens: 0, text: '', nothing: 'it throws' },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
      stale: [{ case: 'old' }],
    });
  });

  it('says what the command exits with', () => {
    const report = reportOf([targetOf([resultOf({ verdict: 'warn' })])]);
    expect(JSON.parse(toJson(report))).toMatchObject({ exit_code: 0 });
    expect(JSON.parse(toJson(report, { strict: true }))).toMatchObject({ exit_code: 1 });
    expect(JSON.parse(toJson(SAMPLE_REPORT))).toMatchObject({ exit_code: 2 });
  });

  it('is one line without anything that a terminal would obey, and keeps texts as they were', () => {
    const json = toJson(HOSTILE_REPORT);
    expect(json).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    const { targets } = JSON.parse(json) as {
      targets: { eras: { results: { exchanges: { sent: object[] }[] }[] }[] }[];
    };
    const sent = targets.map(({ eras }) => eras[0]!.results[0]!.exchanges[0]!.sent[0]);
    const { long, ...short } = HOSTILE_TEXTS;
    expect(sent).toEqual([
      ...Object.values(short).map((text) => ({ text })),
      { text: long.slice(0, 4000), cut_from: 102_036 },
    ]);
  });
});

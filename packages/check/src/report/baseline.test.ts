import { describe, expect, it } from 'vitest';
import { reportOf, resultOf, targetOf } from './testing/build.js';
import { applyBaseline, toBaseline, parseBaseline } from './baseline.js';

describe('parseBaseline', () => {
  it('reads entries with and without era, target and why', () => {
    const known = [{ case: 'a' }, { case: 'b', era: 'jsonrpc', target: 't', why: 'w' }];
    expect(parseBaseline(JSON.stringify({ version: 1, known }))).toEqual({ known });
  });

  it.each([
    [
      '{"version": 1,\n"known": [],\n}\n\n\n',
      'Line 3 of the baseline: it is not JSON from there on',
    ],
    ['', 'Line 1 of the baseline: it is not JSON from there on'],
    ['{\n"version": 1,\n"known": [}\n', 'Line 3 of the baseline: it is not JSON from there on'],
    ['{\n"version": 1,\n"known": [\n', 'Line 4 of the baseline: it is not JSON from there on'],
    ['[]', 'Line 1 of the baseline: the baseline has to be an object with "version": 1'],
    [
      '{\n"known": [],\n"version": 2}',
      'Line 3 of the baseline: the baseline has to be an object with "version": 1',
    ],
    ['{"version": 1}', 'Line 1 of the baseline: "known" has to be an array of entries'],
    [
      '{"version": 1,\n\n"known": {}}',
      'Line 3 of the baseline: "known" has to be an array of entries',
    ],
    [
      '{"version": 1,\n"known": [],\n"extra": 1}',
      'Line 3 of the baseline: no such member "extra"; there are version, known',
    ],
    [
      '{"version":1,"known":[\n{"case":"]},{"},\n7]}',
      'Line 3 of the baseline: an entry has to be an object with the id of a "case"',
    ],
    [
      '{"version":1,"known":[\n{"era":"jsonrpc"}]}',
      'Line 2 of the baseline: an entry has to be an object with the id of a "case"',
    ],
    [
      '{"version":1,"known":[{"case":"a"},\n{"case":"b",\n"why":\n7}]}',
      'Line 4 of the baseline: "why" has to be a string',
    ],
    [
      '{"version":1,"known":[{"case":"a",\n"eras":"x"}]}',
      'Line 2 of the baseline: no such member "eras"; there are case, era, target, why',
    ],
    [
      '{"version":1,"known":[{"case":"a \\" \\\\",\n"era":"2023"}]}',
      'Line 2 of the baseline: no such era; there are jsonrpc, 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28',
    ],
    [
      '{"version":1,"known":[{"case":"a","__proto__":"x"}]}',
      'Line 1 of the baseline: no such member "__proto__"; there are case, era, target, why',
    ],
  ])('refuses %j', (text, message) =>
    expect(() => parseBaseline(text)).toThrow(new Error(message)),
  );
});

const report = reportOf([
  targetOf([
    resultOf({ id: 'fails', verdict: 'fail', era: '2025-11-25', why: 'It fails.' }),
    resultOf({ id: 'fails', verdict: 'fail', era: '2026-07-28', why: 'It fails.' }),
    resultOf({ id: 'warns', verdict: 'warn' }),
    resultOf({ id: 'passes' }),
    resultOf({ id: 'unseen', verdict: 'not observed' }),
    resultOf({ id: 'said', verdict: 'declared' }),
  ]),
]);

const verdictsOf = (known: Parameters<typeof applyBaseline>[1]['known']) =>
  applyBaseline(report, { known }).targets[0]!.eras.flatMap(({ results }) =>
    results.map(({ verdict }) => verdict),
  );

describe('applyBaseline', () => {
  it.each([
    [
      'an entry without an era is about all',
      [{ case: 'fails' }],
      ['known', 'warn', 'pass', 'not observed', 'declared', 'known'],
    ],
    [
      'an era narrows it',
      [{ case: 'fails', era: '2026-07-28' }],
      ['fail', 'warn', 'pass', 'not observed', 'declared', 'known'],
    ],
    [
      'so does a target',
      [{ case: 'fails', target: 'other' }],
      ['fail', 'warn', 'pass', 'not observed', 'declared', 'fail'],
    ],
    [
      'warnings are known as well',
      [{ case: 'warns', target: 'node server.js' }],
      ['fail', 'known', 'pass', 'not observed', 'declared', 'fail'],
    ],
  ] as const)('%s', (_, known, verdicts) => expect(verdictsOf(known)).toEqual(verdicts));

  it('keeps what was seen, and says why it stays', () => {
    const [known] = applyBaseline(report, { known: [{ case: 'fails', why: 'Mended in 2.0.' }] })
      .targets[0]!.eras[0]!.results;
    expect(known!.why).toBe('It fails. Known: Mended in 2.0.');
  });

  it('says only what was seen if there is no reason', () => {
    const [known] = applyBaseline(report, { known: [{ case: 'fails', why: '' }] }).targets[0]!
      .eras[0]!.results;
    expect(known!.why).toBe('It fails.');
  });

  it.each([
    ['fails still', { case: 'fails' }, false],
    ['passes now', { case: 'passes' }, true],
    ['passes now in its era', { case: 'warns', era: '2026-07-28' }, true],
    ['is of an era that was not run', { case: 'passes', era: '2024-11-05' }, false],
    ['is of a target that was not run', { case: 'passes', target: 'other' }, false],
    ['was not observed', { case: 'unseen' }, false],
    ['is declared by the contract now', { case: 'said' }, true],
    ['is of no case at all', { case: 'mistyped' }, true],
  ] as const)('an entry that %s', (_, entry, stale) => {
    expect(applyBaseline(report, { known: [entry] }).stale).toEqual(stale ? [entry] : []);
  });

  it('calls nothing stale that an unreachable server may still fail', () => {
    const gone = targetOf([], { target: 'gone', unreachable: 'no' });
    const both = { ...report, targets: [...report.targets, gone] };
    expect(applyBaseline(both, { known: [{ case: 'passes' }] }).stale).toEqual([]);
    const other = { case: 'passes', target: 'node server.js' };
    expect(applyBaseline(both, { known: [other] }).stale).toEqual([other]);
  });

  it('does nothing more when it is applied again', () => {
    const known = [{ case: 'fails', why: 'w' }, { case: 'warns' }];
    const once = applyBaseline(report, { known });
    expect(applyBaseline(once, { known })).toEqual(once);
  });
});

describe('toBaseline', () => {
  it('lists every failure and warning, sorted', () => {
    expect(toBaseline(report)).toBe(`{
  "version": 1,
  "known": [
    {
      "case": "fails",
      "era": "2025-11-25",
      "target": "node server.js",
      "why": ""
    },
    {
      "case": "fails",
      "era": "2026-07-28",
      "target": "node server.js",
      "why": ""
    },
    {
      "case": "warns",
      "era": "2025-11-25",
      "target": "node server.js",
      "why": ""
    }
  ]
}
`);
  });

  it('makes a clean report of the same run, and nothing stale', () => {
    const after = applyBaseline(report, parseBaseline(toBaseline(report)));
    expect(after.stale).toEqual([]);
    expect(toBaseline(after)).toBe(toBaseline(report));
    const left = after.targets.flatMap(({ eras }) => eras.flatMap(({ results }) => results));
    expect(left.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([]);
  });

  it('takes over the reasons of the one before', () => {
    const before = { known: [{ case: 'fails', why: 'Mended in 2.0.' }] };
    const whys = parseBaseline(toBaseline(report, before)).known.map(({ why }) => why);
    expect(whys).toEqual(['Mended in 2.0.', 'Mended in 2.0.', '']);
  });
});

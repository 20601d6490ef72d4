import { describe, expect, it } from 'vitest';
import { exchangeOf, reportOf, resultOf, targetOf, readXml } from './testing/build.js';
import { HOSTILE_REPORT, SAMPLE_REPORT } from './testing/sample-report.js';
import { toJunit } from './to-junit.js';

describe('toJunit', () => {
  it('has a literal form', () => {
    const report = reportOf([
      targetOf([
        resultOf({ id: 'passes', exchanges: [exchangeOf(['a'], ['b'])] }),
        resultOf({
          id: 'fails',
          verdict: 'fail',
          why: 'It said "<no>" & \u001b.',
          requirement: 'R.',
          fix: 'F.',
          link: 'https://x.example/',
          connection: 'closed',
          exchanges: [exchangeOf(['{"a":1}\n'], [])],
        }),
        resultOf({ id: 'unseen', verdict: 'not observed', why: 'No tool.' }),
        resultOf({ id: 'known', verdict: 'known', why: 'Old.' }),
      ]),
    ]);
    expect(toJunit(report)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="errata check">
<testsuite name="node server.js 2025-11-25" tests="4" failures="1" errors="0" skipped="2" time="0.024" timestamp="2026-11-02T10:15:00">
<testcase name="passes" classname="Requests" time="0.012"/>
<testcase name="fails" classname="Requests" time="0.012">
<failure message="It said &quot;&lt;no&gt;&quot; &amp; &lt;U+001B&gt;." type="MUST">rule: R.
fix: F.
link: https://x.example/
connection afterwards: closed
sent {"a":1}␊
got nothing</failure>
</testcase>
<testcase name="unseen" classname="Requests" time="0.000">
<skipped message="not observed: No tool."/>
</testcase>
<testcase name="known" classname="Requests" time="0.000">
<skipped message="known: Old."/>
</testcase>
</testsuite>
</testsuites>
`);
  });

  it('lets a warning pass and say so, unless it is strict', () => {
    const report = reportOf([targetOf([resultOf({ verdict: 'warn', why: 'Hm.' })])]);
    const names = (xml: string) => readXml(xml).map(({ name }) => name);
    expect(names(toJunit(report))).toContain('system-out');
    expect(names(toJunit(report))).not.toContain('failure');
    expect(toJunit(report)).toContain('warning: Hm.');
    expect(names(toJunit(report, { strict: true }))).toContain('failure');
  });

  it('reports what could not be reached, the contract and the baseline in suites of their own', () => {
    const suites = readXml(toJunit(SAMPLE_REPORT))
      .filter(({ name }) => name === 'testsuite')
      .map(({ attributes: { name, tests, failures, errors, skipped } }) =>
        [name, tests, failures, errors, skipped].join(' | '),
      );
    expect(suites).toEqual([
      'node server.js 2025-11-25 | 15 | 1 | 0 | 6',
      'node server.js 2026-07-28 | 8 | 1 | 0 | 0',
      'node server.js contract | 1 | 1 | 0 | 0',
      'http://127.0.0.1:3000/mcp 2025-11-25 | 9 | 1 | 0 | 0',
      'node gone.js | 1 | 0 | 1 | 0',
      'baseline | 1 | 1 | 0 | 0',
    ]);
  });

  it('is well-formed whatever a server said', () => {
    expect(readXml(toJunit(HOSTILE_REPORT)).length).toBeGreaterThan(100);
    expect(toJunit(HOSTILE_REPORT)).toContain('&lt;/script&gt;');
  });
});

describe('readXml', () => {
  it.each([
    '<a>',
    '<a></b>',
    '<a>&</a>',
    '<a b="<"/>',
    '<a b="&x;"/>',
    '<a>\u0001</a>',
    '<a>\ud800</a>',
  ])('refuses %j', (xml) => expect(() => readXml(`<?xml?>${xml}`)).toThrow());
});

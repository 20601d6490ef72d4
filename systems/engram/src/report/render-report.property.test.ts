import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildReport, REASON_HINTS, type ReportInput } from './build-report.js';
import { reliabilityReport } from './reliability-report.js';
import { renderReport } from './render-report.js';
import { auditOf, hour } from './testing/inputs.js';

const count = fc.oneof(
  fc.constantFrom(0, 1, 9_999, 99_999, 100_000, 999_999),
  fc.nat(),
  fc.integer({ min: 0, max: 1e11 }),
);

const ACTIONS = ['allow', 'redirect', 'reject', 'deferred', 'degraded', 'failed', 'done', 'dead'];

const reason = fc.oneof(
  fc.constantFrom(...Object.keys(REASON_HINTS), 'team_write_disabled', 'toString', '__proto__'),
  fc.string({
    unit: fc.constantFrom('a', '_', ' ', '\n', '记', '，', '😀'),
    maxLength: 120,
    size: 'max',
  }),
);

const audit = fc
  .array(
    fc.tuple(
      fc.dictionary(fc.constantFrom(...ACTIONS), count),
      fc.dictionary(
        reason,
        count.map((n) => n + 1),
        { noNullPrototype: true },
      ),
    ),
    { maxLength: 20, size: 'max' },
  )
  .map((hours) =>
    auditOf(
      hours.map(([actions, reasons], index) =>
        hour(new Date(index * 3_600_000).toISOString(), actions, reasons),
      ),
    ),
  );

const inputs: fc.Arbitrary<ReportInput> = fc.record({
  audit,
  outbox: fc.record({
    pending: count,
    held: count,
    sent: count,
    kept: count,
    next_try_at: fc.option(fc.constant('2026-01-30T13:40:00.000Z')),
    dead: count,
    oldest_pending_seconds: fc.option(count),
    attempts: fc.constant([]),
  }),
  openMemory: fc.oneof(
    fc.record({ reachable: fc.constant(true as const), dialect: reason, memories: count }),
    fc.record({ reachable: fc.constant(false as const), reason }),
  ),
  hours: fc.integer({ min: 1, max: 720 }),
  lang: fc.constantFrom('en', 'zh'),
});

/** Of the characters that are used here, those from U+2E80 on are wide. */
function columnsOf(line: string): number {
  return [...line].reduce((sum, one) => sum + (one.codePointAt(0)! >= 0x2e80 ? 2 : 1), 0);
}

describe('whatever the figures are', () => {
  it('no line has more than 80 columns, and there are few lines', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const lines = renderReport(buildReport(input), input.lang).split('\n');
        for (const line of lines) expect(columnsOf(line), line).toBeLessThanOrEqual(80);
        expect(lines.length).toBeLessThanOrEqual(38);
      }),
    );
  });

  it('the first line is a whole sentence', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const [first] = renderReport(buildReport(input), input.lang).split('\n');
        expect(first).toMatch(
          input.lang === 'en' ? /^[A-Z\d].*OpenMemory .*\.$/ : /OpenMemory .*。$/,
        );
      }),
    );
  });

  it('the rows of the table by hour end in the same column', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        fc.pre(input.audit.hours.length > 0);
        const table = renderReport(buildReport(input), input.lang).split('\n\n')[1]!.split('\n');
        expect(new Set(table.map(columnsOf)).size).toBe(1);
      }),
    );
  });

  it('the report is as its schema says', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(reliabilityReport.safeParse(buildReport(input)).error).toBeUndefined();
      }),
    );
  });

  it('there are hints only when the first line does not say that all is well', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const report = buildReport(input);
        const isWell = /^(All is well|一切正常)/.test(renderReport(report, input.lang));
        if (isWell) expect(report.hints).toEqual([]);
        if (report.outbox.dead > 0) expect(report.hints).not.toEqual([]);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildReport } from './build-report.js';
import { reliabilityReport } from './reliability-report.js';
import { OUTAGE, QUIET } from './testing/inputs.js';

describe('the schema of a report', () => {
  it.each([
    ['a quiet day', QUIET],
    ['an outage', OUTAGE],
  ])('takes the report of %s', (_what, input) => {
    const report = buildReport(input);
    expect(reliabilityReport.parse(report)).toEqual(report);
  });

  it.each([
    ['a count below nothing', { hours: -1 }],
    ['a part of a count', { hours: 1.5 }],
    ['a health that is neither', { openmemory: { reachable: true, reason: 'X' } }],
    ['a member that nobody declared', { error_code: 'X' }],
  ])('refuses %s', (_what, change) => {
    const report = { ...buildReport(QUIET), ...change };
    expect(reliabilityReport.safeParse(report).success).toBe(false);
  });

  it('can be published as that of an object, with the meaning of every member', () => {
    const schema = z.toJSONSchema(reliabilityReport, { io: 'output' });
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      expect(member, name).toHaveProperty('description');
    }
  });

  it('can be given the members that every result has', () => {
    const whole = reliabilityReport.extend({ ok: z.literal(true), correlation_id: z.string() });
    const result = { ...buildReport(QUIET), ok: true, correlation_id: 'corr-0123456789abcdef' };
    expect(whole.parse(result)).toEqual(result);
  });
});

import { describe, expect, it } from 'vitest';
import { HOSTILE_REPORT } from './testing/sample-report.js';
import { toHtml } from './to-html.js';
import { toJson } from './to-json.js';
import { toJunit } from './to-junit.js';
import { toSarif } from './to-sarif.js';

describe('a report file that a CI job prints', () => {
  it.each([
    ['HTML', toHtml(HOSTILE_REPORT)],
    ['JSON', toJson(HOSTILE_REPORT)],
    ['JUnit', toJunit(HOSTILE_REPORT)],
    ['SARIF', toSarif(HOSTILE_REPORT)],
  ])('has no command that the CI log would obey: %s', (_format, file) => {
    expect(file).toContain('task.complete');
    expect(file).not.toMatch(/##\w{0,32}\[/);
    expect(file).not.toMatch(/^[^\S\n]*::/m);
  });
});

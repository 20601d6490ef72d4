import { describe, expect, it } from 'vitest';
import type { Definition } from './definition.js';
import { Fault, type FaultOptions } from './fault.js';
import { redactFault } from './redact-fault.js';
import { createRedactor } from './redaction/index.js';

const definition: Definition = {
  domain: 'demo',
  reason: 'DEVICE_ERROR',
  code: 7,
  title: 'Device Error',
  category: 'device',
  fields: [],
  // A template that shortens, as many do.
  details: (c: { text: string }) => `said: ${c.text.slice(0, 30)}`,
  recovery: 'report_and_abort',
};

const redactor = createRedactor({ secrets: ['48151623'] });
const key = `ghp_${'aB3'.repeat(12)}`;
const make = (text: string, given?: FaultOptions) => new Fault(definition, { text }, given);

describe('redactFault', () => {
  it('returns the same fault if there is nothing to hide', () => {
    const fault = make('all is well', {
      suggestion: 'go on',
      cause: new Error('password=hunter2'),
    });
    expect(redactFault(fault, redactor)).toBe(fault);
  });

  it('takes secrets out before a template cuts them', () => {
    const text = `${'x'.repeat(20)} ${key}`;
    expect(make(text).details).toContain('ghp_');
    expect(redactFault(make(text), redactor).details).not.toContain('ghp_');
  });

  it('takes secrets out before the thrower cuts them', () => {
    const fault = make('x', {
      details: (redact) => redact(`${'y'.repeat(20)}/${key}`).slice(0, 30),
    });
    expect(fault.details).toContain('ghp_');
    expect(redactFault(fault, redactor).details).not.toContain('ghp_');
  });

  it('keeps cause, ref and everything else that was said', () => {
    const cause = new Error('x');
    const fault = make(`Bearer ${key}`, { cause, effect: 'done', nextSteps: [`use ${key}`] });
    const redacted = redactFault(fault, redactor);
    expect(redacted.ref).toBe(fault.ref);
    expect(redacted.cause).toBe(cause);
    expect(redacted.effect).toBe('done');
    expect(redacted.nextSteps).toEqual(['use [REDACTED]']);
  });

  it('knows a registered secret that travels as a number', () => {
    const fault = new Fault({ ...definition, details: 'd' }, { status: 48151623 });
    expect(redactFault(fault, redactor).context).toEqual({ status: '[REDACTED]' });
  });
});

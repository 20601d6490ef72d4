import { describe, expect, it } from 'vitest';
import { fromPortable, toPortable, type PortableFault } from './portable.js';
import { demo, demoContract } from './testing/demo.js';

const overTheWire = (fault: PortableFault) => JSON.parse(JSON.stringify(fault)) as PortableFault;

describe('a fault that crosses processes', () => {
  it('is the same failure on the other side, with its cause', () => {
    const cause = new TypeError('connect ECONNREFUSED');
    const fault = demo.FORBIDDEN({ device_id: 'd1' }, { cause, effect: 'done' });
    const arrived = fromPortable(overTheWire(toPortable(fault, demoContract)), demoContract);
    expect(arrived).toMatchObject({
      domain: 'demo',
      reason: 'FORBIDDEN',
      context: { device_id: 'd1' },
      effect: 'done',
      details: fault.details,
      cause: { name: 'TypeError', message: cause.message, stack: cause.stack },
    });
    expect(arrived.cause).toBeInstanceOf(Error);
    const members = Object.values(Object.getOwnPropertyDescriptors(arrived.cause));
    expect(members.every(({ configurable }) => configurable)).toBe(true);
  });

  it('has no members but those that it needs', () => {
    const bare = toPortable(demo.FORBIDDEN({ device_id: 'd1' }), demoContract);
    expect(Object.keys(bare).sort()).toEqual(['context', 'effect', 'reason']);
    expect(fromPortable(bare, demoContract).cause).toBeUndefined();
    const noCause = demo.FORBIDDEN({ device_id: 'd1' }, { cause: null });
    expect(toPortable(noCause, demoContract)).not.toHaveProperty('cause');
  });

  it('keeps details of its own', () => {
    const fault = demo.FORBIDDEN({ device_id: 'd1' }, { details: 'It is locked' });
    const portable = toPortable(fault, demoContract);
    expect(portable.details).toBe('It is locked');
    expect(fromPortable(portable, demoContract).details).toBe('It is locked');
  });

  it('has no secrets, with the given or the default redactor', () => {
    const details = (redact: (text: string) => string) => redact('password=hunter2 is wrong');
    const fault = () => demo.FORBIDDEN({ device_id: 'd1' }, { details });
    expect(toPortable(fault(), demoContract).details).toMatch(/^password=(?!hunter2)/);
    const redactor = { redact: () => 'all gone' } as unknown as Parameters<typeof toPortable>[2];
    expect(toPortable(fault(), demoContract, redactor).details).toBe('all gone');
  });

  it('keeps a thrown value that is not an error', () => {
    const fault = demo.FORBIDDEN({ device_id: 'd1' }, { cause: 'no luck' });
    const { cause } = toPortable(fault, demoContract);
    expect(cause).toEqual({ name: 'string', message: 'no luck' });
  });

  it.each([
    Object.create(null) as object,
    {
      toString() {
        throw new Error('no');
      },
    },
  ])('does not throw for a cause that cannot be text (%#)', (cause) => {
    const fault = demo.FORBIDDEN({ device_id: 'd1' }, { cause });
    expect(toPortable(fault, demoContract).cause).toEqual({ name: 'object', message: '(no text)' });
  });

  it('leaves out a stack that the cause does not have', () => {
    const cause = Object.assign(new Error('x'), { stack: undefined });
    const portable = toPortable(demo.FORBIDDEN({ device_id: 'd1' }, { cause }), demoContract);
    expect(portable.cause).toStrictEqual({ name: 'Error', message: 'x' });
  });

  it('is unexpected if its reason is not declared, and keeps its effect', () => {
    const portable: PortableFault = { reason: 'NEWER', context: {}, effect: 'done' };
    const fault = fromPortable(portable, demoContract);
    expect(fault).toMatchObject({ domain: 'demo', code: -32603, effect: 'done' });
    expect(String(fault.cause)).toContain('NEWER is not declared in demo');
  });
});

import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ignoreErrors } from './guard-process.js';

describe('ignored errors', () => {
  it('do not throw, and one listener is enough', () => {
    const stream = new EventEmitter();
    expect(() => stream.emit('error', new Error('EPIPE'))).toThrow('EPIPE');
    ignoreErrors(stream);
    ignoreErrors(stream);
    stream.emit('error', new Error('EPIPE'));
    expect(stream.listenerCount('error')).toBe(1);
  });
});

import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { endOnSignals } from './close-on-signals.js';

describe('signals', () => {
  it('have the exit code that shells expect, until the last listener is removed', () => {
    const host = Object.assign(new EventEmitter(), { exit: vi.fn() });
    const end = vi.fn();
    const release = endOnSignals(host, end);
    host.emit('SIGINT');
    host.emit('SIGTERM');
    host.emit('SIGHUP');
    release();
    host.emit('SIGINT');
    expect(end.mock.calls).toEqual([
      [130, 'SIGINT'],
      [143, 'SIGTERM'],
    ]);
    expect(host.exit).not.toHaveBeenCalled();
    expect(host.eventNames()).toEqual([]);
  });
});

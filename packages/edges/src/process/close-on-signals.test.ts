import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { closeOnSignals } from './close-on-signals.js';

function createHost() {
  let exited: (code: number) => void;
  const ended = new Promise<number>((resolve) => (exited = resolve));
  const exit = vi.fn((code: number) => exited(code));
  return { host: Object.assign(new EventEmitter(), { exit }) as never, exit, ended };
}

const emit = (host: EventEmitter, signal: string): void => void host.emit(signal, signal);

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('%s closes everything that is served, and ends the process with %i', async (signal, code) => {
    const { host, ended } = createHost();
    const closed: string[] = [];
    closeOnSignals(host, async () => closed.push('first'));
    closeOnSignals(host, () => Promise.reject(new Error('cannot close')));
    closeOnSignals(host, async () => closed.push('second'));
    emit(host, signal);
    expect(await ended).toBe(code);
    expect(closed).toEqual(['first', 'second']);
    expect((host as EventEmitter).eventNames()).toEqual([]);
  });

  it('that comes twice at once, as from npx, is one', () => {
    const { host, exit } = createHost();
    closeOnSignals(host, () => new Promise(() => undefined));
    emit(host, 'SIGINT');
    emit(host, 'SIGINT');
    expect(exit).not.toHaveBeenCalled();
  });

  it('after another one ends the process at once', () => {
    const { host, exit } = createHost();
    closeOnSignals(host, () => new Promise(() => undefined));
    emit(host, 'SIGINT');
    emit(host, 'SIGTERM');
    expect(exit).toHaveBeenCalledExactlyOnceWith(143);
  });

  it('is left to a program that listens for it itself', () => {
    const { host } = createHost();
    const own = () => undefined;
    (host as EventEmitter).on('SIGTERM', own);
    closeOnSignals(host, async () => undefined);
    expect((host as EventEmitter).listeners('SIGTERM')).toEqual([own]);
    expect((host as EventEmitter).listenerCount('SIGINT')).toBe(0);
  });

  it('is ignored after the last release', () => {
    const { host } = createHost();
    const leave = [1, 2].map(() => closeOnSignals(host, async () => undefined));
    leave[0]!();
    expect((host as EventEmitter).listenerCount('SIGTERM')).toBe(1);
    leave[1]!();
    expect((host as EventEmitter).eventNames()).toEqual([]);
  });
});

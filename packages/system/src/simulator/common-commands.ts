import type { Command } from './command.js';
import { readNumber, readOnOff } from './read-argument.js';

/** Switches a simulated service off. */
export const stopCommand = (said: string): Command<{ stop(): Promise<void> }> => ({
  usage: 'stop',
  help: 'switch it off: connections are refused',
  run: async (service) => {
    await service.stop();
    return said;
  },
});

/** Switches it on again. */
export const startCommand = <T extends { start(): Promise<void> }>(
  addressOf: (service: T) => string,
): Command<T> => ({
  usage: 'start',
  help: 'switch it on again, on the same port',
  run: async (service) => {
    await service.start();
    return `listens on ${addressOf(service)}`;
  },
});

/** Lets it answer late. */
export const slowCommand = (
  example: number,
): Command<{ setDelay(milliseconds: number): void }> => ({
  usage: `slow ${example}`,
  help: 'answer so many milliseconds late; 0 ends it',
  run: (service, argument) => {
    const delay = readNumber(argument, 0, 3_600_000);
    service.setDelay(delay);
    return delay === 0 ? 'answers at once' : `answers ${delay} ms late`;
  },
});

/** Lets it fail at everything. */
export const failCommand = (
  example: number,
): Command<{ failWith(status: number | undefined): void }> => ({
  usage: `fail ${example}`,
  help: 'fail at everything with this HTTP status; off ends it',
  run: (service, argument) => {
    service.failWith(argument === 'off' ? undefined : readNumber(argument, 400, 599));
    return argument === 'off' ? 'works again' : `fails with ${argument}`;
  },
});

/** Lets its connections break in the middle of an answer. */
export const cutCommand: Command<{ cutBodies(on: boolean): void }> = {
  usage: 'cut on',
  help: 'break connections in the middle of each answer; off ends it',
  run: (service, argument) => {
    service.cutBodies(readOnOff(argument));
    return argument === 'on' ? 'cuts its answers' : 'sends whole answers';
  },
};

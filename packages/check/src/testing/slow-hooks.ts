import type { Clock } from '../clock.js';
import { idTextOf } from '../session/sort-messages.js';
import type { ServerControls, Hooks } from './breakage.js';

/** Whether messages wait for each other. */
export type Pace = 'one by one' | 'at once';

/** A server that is slow and otherwise healthy: it takes so long for each message, one after the other or all at once. */
export function slowHooks(clock: Clock, ms: number, pace: Pace): Hooks {
  const due = new Map<string, number>();
  const free = new WeakMap<ServerControls, number>();
  return {
    incoming(text, controls) {
      const begins =
        pace === 'at once' ? clock.now() : Math.max(clock.now(), free.get(controls) ?? 0);
      free.set(controls, begins + ms);
      due.set(idTextOf(text) ?? '', begins + ms);
      return text;
    },
    outgoing(text, request, controls) {
      const at = due.get(idTextOf(request ?? '') ?? '') ?? free.get(controls) ?? 0;
      // Who works on one thing after the other has no time for the next while a tool takes its own.
      if (pace === 'one by one') free.set(controls, Math.max(free.get(controls) ?? 0, clock.now()));
      void clock.sleep(Math.max(0, at - clock.now())).then(() => controls.say(text));
      return undefined;
    },
  };
}

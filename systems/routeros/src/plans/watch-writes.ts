import { isFault } from '@errata/core';
import type { Router } from '../device/fleet.js';

/** What became of the writes to a device. */
export type Touch = 'none' | 'maybe' | 'sure';

export interface WatchedRouter extends Router {
  /** Whether the device was changed through this router: `maybe` where an answer was lost. */
  readonly touched: () => Touch;
}

/** The same router, which remembers whether it changed something. */
export function watchWrites(router: Router): WatchedRouter {
  let touched: Touch = 'none';
  const watch = async <T>(write: Promise<T>): Promise<T> => {
    try {
      const answer = await write;
      touched = 'sure';
      return answer;
    } catch (error) {
      const didNothing = isFault(error) && error.effect === 'none';
      if (!didNothing && touched === 'none') touched = 'maybe';
      throw error;
    }
  };
  return {
    device: router.device,
    touched: () => touched,
    list: (menu, query) => router.list(menu, query),
    read: (menu) => router.read(menu),
    get: (menu, id) => router.get(menu, id),
    masked: (text) => router.masked(text),
    version: () => router.version(),
    create: (menu, row) => watch(router.create(menu, row)),
    change: (menu, id, changes) => watch(router.change(menu, id, changes)),
    remove: (menu, id) => watch(router.remove(menu, id)),
    run: (command, args, options) => {
      const answer = router.run(command, args, options);
      return options?.changes === true ? watch(answer) : answer;
    },
  };
}

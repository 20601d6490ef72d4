import { watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

// An editor's save is several events; a client is notified once, and of a busy file ten times a second.
const QUIET = 100;

/**
 * Watches the file that `locate` finds, until what this gives is called. Its folder is watched rather than itself: editors
 * replace files, and a watcher of the old one would never hear of the new. Throws if there is no file or no watcher left.
 */
export async function watchFile(
  locate: () => Promise<string>,
  onChange: () => void,
): Promise<() => void> {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  let watcher = begin(await locate());

  function begin(real: string): FSWatcher {
    const folder = dirname(real);
    // The folder's own name comes with its removal.
    const names = [basename(real), basename(folder), null];
    const begun = watch(folder, { persistent: false }, (_event, name) => {
      if (names.includes(name)) timer ??= setTimeout(() => void settle(), QUIET).unref();
    });
    return begun.on('error', () => {
      // There will be no more events: subscribers have to read it again.
      end();
      onChange();
    });
  }

  async function settle(): Promise<void> {
    timer = undefined;
    try {
      const real = await locate();
      if (ended) return;
      const before = watcher;
      watcher = begin(real);
      before.close();
    } catch {
      // It is gone for now; the watcher of its folder hears when it comes back.
    }
    if (!ended) onChange();
  }

  function end(): void {
    ended = true;
    clearTimeout(timer);
    watcher.close();
  }

  return end;
}

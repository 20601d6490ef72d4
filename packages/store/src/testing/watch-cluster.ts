import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { UserIds } from './unprivileged-user.js';

// It waits for the end of its standard input, which comes with the end of our process, however that ends.
const WATCH = `
read -r _
if [ -f "$1/data/postmaster.pid" ]; then
  pid=$(head -n 1 "$1/data/postmaster.pid")
  kill -QUIT "$pid" 2>/dev/null
  while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
fi
rm -rf "$1"
`;

/** A process that ends the server in a folder and removes the folder: when it is told to, or when we are gone. */
export function watchCluster(folder: string, user: UserIds | undefined): () => Promise<void> {
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'watch', folder], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(watcher, 'exit');
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  return async () => {
    watcher.ref();
    watcher.stdin.end();
    await ended;
  };
}

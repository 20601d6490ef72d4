import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { UserIds } from './unprivileged-user.js';

// Each line is the id of the server that runs now. The end of the input comes with the end of our process, however that ends. Files
// would not do to find the server: the folder may be removed first.
const WATCH = `
while read -r line; do pid=$line; done
if [ -n "$pid" ]; then
  kill -QUIT "$pid" 2>/dev/null
  while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
fi
rm -rf "$1"
`;

/** A process that ends a server and removes its folder, on request or when our process has ended. */
export interface ClusterWatch {
  /** The server that has to be ended; undefined: none runs. */
  note(pid: number | undefined): void;
  end(): Promise<void>;
}

export function watchCluster(folder: string, user: UserIds | undefined): ClusterWatch {
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'watch', folder], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(watcher, 'exit');
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  return {
    note: (pid) => void watcher.stdin.write(`${pid ?? ''}\n`),
    async end() {
      watcher.ref();
      watcher.stdin.end();
      await ended;
    },
  };
}

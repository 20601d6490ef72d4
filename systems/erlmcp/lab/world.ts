import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWorld, type Cell, type ServeCommand, type ServedSystem } from '@errata/prove';

/** The most bytes of a message that the main server takes. */
export const MAX_MESSAGE_BYTES = 65_536;

/** How many requests the crowded server takes at once. */
export const BURST = 3;

export type ErlmcpWorld = Awaited<ReturnType<typeof openErlmcpWorld>>;

/** The servers of one transport in one revision, with a folder of files and an upstream; each is started when it is needed first. */
export function openErlmcpWorld(cell: Cell, command: ServeCommand) {
  return openWorld(cell, command, async ({ folder, add, serve }) => {
    const root = join(folder, 'files');
    await mkdir(root);
    const { url: broken } = add(await startBrokenUpstream());
    return {
      /** The server for everything that needs no other. */
      main: serve({
        flags: [
          ...['--root', root, '--upstream', broken, '--admin'],
          ...['--max-message-bytes', String(MAX_MESSAGE_BYTES)],
        ],
      }),
      /** A server without files and upstream. */
      bare: serve({}),
      /** A server whose tools may take a tenth of a second. */
      hasty: serve({ flags: ['--deadline', '0.1'] }),
      /** A server that takes a few requests at once, and hardly any after that. */
      crowded: serve({ flags: ['--rate', String(BURST), '--per-second', '0.001'] }),
      /** A server with a file that Linux opens but cannot read: the memory of the process itself, at address 0. */
      unreadable: serve({ flags: ['--root', '/proc/self'] }),

      /** A server that reads from an upstream which never answers; `waits` settles when it does. */
      async waiting(): Promise<{ readonly served: ServedSystem; readonly waits: Promise<void> }> {
        const { url, requested } = add(await startSilentUpstream());
        return { served: serve({ flags: ['--upstream', url] }), waits: requested };
      },

      /** The URI of a file that is there. */
      async createFile(name: string): Promise<string> {
        const path = join(root, name);
        await writeFile(path, 'here today\n');
        return pathToFileURL(path).href;
      },
      deleteFile: (name: string): Promise<void> => rm(join(root, name)),

      /** The URI of a file outside the folder, by way of the folder. */
      outside: `${pathToFileURL(root).href}/../../etc/passwd`,
    };
  });
}

/** What a resource of the server is fetched from. */
interface Upstream {
  readonly url: string;
  close(): Promise<void>;
}

/** An upstream that promises more than it sends, and resets the connection in the middle of it. */
function startBrokenUpstream(): Promise<Upstream> {
  return startUpstream((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000' });
    response.write('the first half of the report', () => request.socket.resetAndDestroy());
  });
}

/** An upstream that never answers; `asked` settles with the first request. */
async function startSilentUpstream(): Promise<Upstream & { readonly requested: Promise<void> }> {
  let onRequest!: () => void;
  const requested = new Promise<void>((resolve) => (onRequest = resolve));
  return { ...(await startUpstream(() => onRequest())), requested };
}

async function startUpstream(answer: RequestListener): Promise<Upstream> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/report`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

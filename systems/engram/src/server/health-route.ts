import type { RequestListener } from 'node:http';
import type { Services } from '../services.js';

/** How the gateway is, for whatever watches it: 200 while it can take writes, 503 while the logbook cannot be used. */
export function createHealthRoute({ logbook, openMemory }: Services): RequestListener {
  const works = (check: Promise<unknown>) =>
    check.then(
      () => true,
      () => false,
    );
  return (_request, response) => {
    void Promise.all([
      works(logbook.check()),
      works(openMemory.health({ signal: AbortSignal.timeout(PATIENCE) })),
    ]).then(([ok, openmemory]) => {
      response.writeHead(ok ? 200 : 503, {
        'Content-Type': 'application/json',
        'Cache-Control': 'no-store',
      });
      response.end(JSON.stringify({ ok, degraded: ok && !openmemory }));
    });
  };
}

const PATIENCE = 3_000;

import { createHttpEdge, serveHttp, serveMethods } from '@errata/edges/http';
import { serveStdio } from '@errata/edges/stdio';
import { type Era, createServer } from '@errata/core';
import type { Connection } from '@errata/core/internal';
import { createShop, shopContract, type ShopSettings } from './shop.js';

// The shop in a process of its own. The first argument holds its settings.
const { transport, era, defect } = JSON.parse(process.argv[2] ?? '{}') as ShopSettings;

/** What a careless author would send. */
function spoil(text: string): string {
  switch (defect) {
    case 'undeclared':
      return text.replace(
        '"result":{"tools":[]}',
        '"error":{"code":-32055,"message":"Out of paper"}',
      );
    case 'missing-field':
      return text.replace(',"left":0', '');
    case 'wrong-number':
      return text.replaceAll('-31010', '-32010');
    default:
      return text;
  }
}

const toolFailures = defect === 'wrong-surface' ? { toolFailures: 'rpc' as const } : {};
const methods = createShop(defect);

if (transport === 'http') {
  const open = serveMethods({ contract: shopContract, methods, ...toolFailures });
  const { url } = await serveHttp(createHttpEdge({ contract: shopContract, open }));
  process.stdout.write(`${url}\n`);
  process.stdin.resume().on('end', () => process.exit(0));
} else {
  const contract = shopContract;
  const server = createServer({ contract, era: era as Era, methods, ...toolFailures });
  const connection: Connection = {
    ...server,
    get inFlight() {
      return server.inFlight;
    },
    async receive(input, exchange) {
      const reply = await server.receive(input, exchange);
      return reply === undefined ? undefined : spoil(reply);
    },
  };
  if (defect === 'prints') process.stdout.write('debug: the shop opens\n');
  serveStdio(connection, defect === 'deaf' ? { exit: false } : { drain: 100 });
  if (defect === 'deaf') {
    process.on('SIGTERM', () => undefined);
    setInterval(() => undefined, 1000);
  }
}

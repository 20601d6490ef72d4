import { serveStdio, type Channel, type StdioEdge, type StdioOptions } from '@errata/edges/stdio';
import type { Connection } from '@errata/core/internal';
import { createAnswering } from '../guard/answering.js';
import type { GuardOptions } from '../guard/index.js';
import type { Products } from './factory.js';
import { SdkConnection } from './sdk-connection.js';
import type { SdkTransport } from './sdk-transport.js';
import type { WireOptions } from '../guard/options.js';

/** Spoken until a handshake or an envelope says otherwise. */
const FIRST_ERA = '2025-11-25';

/** Serve a server of either SDK on standard input and output, through our edge. */
export function serveOnStdio(
  products: Products,
  options: GuardOptions & WireOptions,
  stdio: StdioOptions,
): StdioEdge {
  const answering = createAnswering(options);
  const open = (channel: Channel): Connection =>
    new SdkConnection({
      answering,
      channel,
      era: FIRST_ERA,
      maxResultChars: options.maxResultChars,
      ...(stdio.maxLineBytes !== undefined && { limits: { maxBytes: stdio.maxLineBytes } }),
      attach: (transport) => attach(products, transport),
    });
  const { redactor } = options;
  return serveStdio(open, { ...(redactor && { redactor }), ...stdio });
}

/** v2 finds out by the first message which revision is spoken, and builds the server for it; v1 has only one kind. */
async function attach(products: Products, transport: SdkTransport): Promise<void> {
  if (products.version === 1) {
    await (await products.create()).connect(transport);
    return;
  }
  const sdk = await import('@modelcontextprotocol/server/stdio');
  sdk.serveStdio((context) => products.create(context) as never, {
    transport: transport as never,
  });
}

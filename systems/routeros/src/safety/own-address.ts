import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** The address that this machine uses towards another; nothing is sent. Undefined where there is no way to it. */
export async function ownAddressTowards(host: string): Promise<string | undefined> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  try {
    const connected = once(socket, 'connect');
    socket.connect(DISCARD, host);
    await connected;
    return socket.address().address;
  } catch {
    return undefined; // No route or no such family: the device cannot be reached either, and whoever tries says so.
  } finally {
    socket.close();
  }
}

const DISCARD = 9;

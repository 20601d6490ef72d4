import { isIP } from 'node:net';
import { connect as connectTls, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { errorCode } from '@errata/upstream';
import type { buildConnector } from 'undici';
import type { Device } from '../registry/device.js';
import { CertificateRefused, isCertificateCode } from './device-faults.js';
import type { ManagementAddress } from './management-address.js';

export type Trust = Pick<Device, 'tls_mode' | 'tls_fingerprint' | 'tls_ca'>;

/** Opens connections to one device, and hands out only those whose certificate is the right one. */
export interface SecureConnector {
  readonly connect: buildConnector.connector;
  /** Give up what is still being connected. */
  destroy(): void;
}

/** A connector for a device; a connection that takes longer than `timeout` milliseconds is given up. */
export function createSecureConnector(
  address: ManagementAddress,
  trust: Trust,
  timeout: number,
): SecureConnector {
  const connecting = new Set<TLSSocket>();

  function open(options: ConnectionOptions): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      const socket = connectTls({ ...endpoint(address), ...options });
      connecting.add(socket);
      const timer = setTimeout(() => socket.destroy(timedOut()), timeout);
      const settle = () => {
        clearTimeout(timer);
        connecting.delete(socket);
      };
      socket.setNoDelay(true).once('secureConnect', () => {
        settle();
        resolve(socket);
      });
      // Stays on: its user gets an error after the connection was handed out too, and before that it must not be fatal.
      socket.on('error', (error) => {
        settle();
        reject(error);
      });
      socket.once('close', () => {
        settle();
        reject(Object.assign(new Error('Closed while connecting'), { code: 'ECONNRESET' }));
      });
    });
  }

  async function openTrusted(): Promise<TLSSocket> {
    if (trust.tls_mode === 'pin') return openPinned();
    try {
      return await open(verification(trust));
    } catch (error) {
      const code = errorCode(error);
      if (!isCertificateCode(code)) throw error;
      throw new CertificateRefused(code, await look(), error);
    }
  }

  async function openPinned(): Promise<TLSSocket> {
    const socket = await open({ rejectUnauthorized: false });
    const presented = fingerprintOf(socket);
    if (presented !== undefined && sameFingerprint(presented, trust.tls_fingerprint)) return socket;
    socket.destroy();
    throw new CertificateRefused('CERT_FINGERPRINT_MISMATCH', presented);
  }

  /** What the device presents: a connection of its own, on which nothing is ever sent. */
  async function look(): Promise<string | undefined> {
    try {
      const socket = await open({ rejectUnauthorized: false });
      const presented = fingerprintOf(socket);
      socket.destroy();
      return presented;
    } catch {
      return undefined; // the refusal is reported without it
    }
  }

  return {
    connect: (_options, callback) => {
      openTrusted().then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error as Error, null),
      );
    },
    destroy: () => {
      for (const socket of connecting) socket.destroy();
    },
  };
}

function endpoint({ host, port }: ManagementAddress): ConnectionOptions {
  return {
    host,
    port,
    ALPNProtocols: ['http/1.1'],
    // SNI is for names only.
    ...(isIP(host) === 0 && { servername: host }),
  };
}

function verification(trust: Trust): ConnectionOptions {
  if (trust.tls_mode === 'insecure') return { rejectUnauthorized: false };
  // Without its own authority nothing is trusted: an empty list does not fall back to the system's.
  if (trust.tls_mode === 'ca') return { ca: trust.tls_ca ?? [] };
  return {};
}

function fingerprintOf(socket: TLSSocket): string | undefined {
  return socket.getPeerX509Certificate()?.fingerprint256;
}

function sameFingerprint(presented: string, wanted: string | null): boolean {
  const plain = (text: string) => text.replaceAll(':', '').toUpperCase();
  return wanted !== null && plain(presented) === plain(wanted);
}

function timedOut(): Error {
  return Object.assign(new Error('The connection took too long'), { code: 'ETIMEDOUT' });
}

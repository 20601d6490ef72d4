import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { z } from 'zod';
import { parseAddress } from '../../device/management-address.js';
import type { Device } from '../../registry/device.js';
import { oneLine } from '../../safety/one-line.js';

/** The certificate that a device presents. */
export const certificateFacts = z.strictObject({
  sha256: z.string().describe('For tls_fingerprint with tls_mode=pin'),
  subject: z.string(),
  issuer: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  self_signed: z.boolean(),
});

export type CertificateFacts = z.output<typeof certificateFacts>;

export interface LookOptions {
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** What certificate a device presents, whether it is trusted or not: nothing is sent on this connection. Null where there is none. */
export async function presentedCertificate(
  device: Device,
  { timeout, signal }: LookOptions,
): Promise<CertificateFacts | null> {
  const { host, port } = parseAddress(device.management_address);
  const certificate = await new Promise<X509Certificate | undefined>((resolve) => {
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, rejectUnauthorized: false, ...servername });
    const stop = () => socket.destroy();
    const timer = setTimeout(stop, timeout);
    signal.addEventListener('abort', stop);
    socket.once('secureConnect', () => {
      resolve(socket.getPeerX509Certificate());
      stop();
    });
    // Why there is no connection is told by the request that is made beside this one.
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(undefined);
    });
  });
  return certificate === undefined ? null : toFacts(certificate);
}

function toFacts(certificate: X509Certificate): CertificateFacts {
  const { fingerprint256, subject, issuer, validFrom, validTo } = certificate;
  return {
    sha256: fingerprint256,
    subject: oneLine(subject ?? ''),
    issuer: oneLine(issuer ?? ''),
    valid_from: timeOf(validFrom),
    valid_to: timeOf(validTo),
    self_signed: certificate.checkIssued(certificate),
  };
}

/** ISO 8601, or what stands there where that is no time. */
function timeOf(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? oneLine(text) : time.toISOString();
}

import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { bits, element, octets, oid, positive, sequence, time, TRUE, utf8 } from './der.js';

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  /** SHA-256 of the certificate, `AB:CD:…`. */
  readonly fingerprint: string;
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const DAY = 86_400_000;

const extension = (id: string, critical: boolean, value: Uint8Array): Buffer =>
  sequence(oid(id), ...(critical ? [TRUE] : []), octets(value));

const alternativeName = (host: string): Buffer =>
  isIPv4(host)
    ? element(0x87, Buffer.from(host.split('.').map(Number)))
    : element(0x82, Buffer.from(host, 'ascii'));

function extensions(hosts: readonly string[]): Buffer {
  const digitalSignatureAndCertSign = bits(Buffer.of(0x84), 2);
  return sequence(
    extension('2.5.29.19', true, sequence(TRUE)),
    extension('2.5.29.15', true, digitalSignatureAndCertSign),
    extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', false, sequence(...hosts.map(alternativeName))),
  );
}

function toPem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** A certificate that signs itself, as routers have them: ECDSA P-256, valid for a year, its own authority. */
export function createCertificate(
  commonName: string,
  hosts: readonly string[],
  now = Date.now(),
): Certificate {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(element(0x31, sequence(oid('2.5.4.3'), utf8(commonName))));
  const serial = randomBytes(16);
  serial[0] = 0x40 | ((serial[0] ?? 0) & 0x3f);
  const content = sequence(
    element(0xa0, positive(Buffer.of(2))),
    positive(serial),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(now - DAY)), time(new Date(now + 365 * DAY))),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions(hosts)),
  );
  const signature = sign('sha256', content, keys.privateKey);
  const cert = toPem(sequence(content, ECDSA_WITH_SHA256, bits(signature)));
  return {
    cert,
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: new X509Certificate(cert).fingerprint256,
  };
}

import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createServer as createHttps, type Server as HttpsServer } from 'node:https';
import { createServer, isIPv4, type Server } from 'node:net';

/** One element of DER, the encoding of certificates: tag, length, content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body]);
  const hex = body.length.toString(16);
  const length = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 + length.length), length, body]);
}

const sequence = (...content: readonly Uint8Array[]): Buffer => element(0x30, ...content);

const octets = (content: Uint8Array): Buffer => element(0x04, content);

export const bits = (content: Uint8Array, unused = 0): Buffer =>
  element(0x03, Buffer.of(unused), content);

const utf8 = (content: string): Buffer => element(0x0c, Buffer.from(content, 'utf8'));

const TRUE = element(0x01, Buffer.of(0xff));

/** A positive number, given by its bytes. */
const positive = (bytes: Uint8Array): Buffer =>
  element(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes]));

/** A point in time before 2050, which RFC 5280 wants with two digits of the year. */
const time = (at: Date): Buffer =>
  element(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`, 'ascii'));

/** An object identifier such as `2.5.4.3`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return element(0x06, Buffer.from(bytes));
}

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

const UNREADABLE = JSON.stringify({ error: 400, message: 'Bad Request' });

interface SecureServerOptions {
  readonly certificate: Certificate;
  readonly answer: RequestListener;
  /** Whether to leave new connections without a word. */
  readonly isMute: () => boolean;
}

/** TCP with TLS and HTTP behind it, so that a connection can fail at each step. */
export class SecureServer {
  readonly #https: HttpsServer;
  readonly #isMute: () => boolean;

  constructor({ certificate: { key, cert }, answer, isMute }: SecureServerOptions) {
    this.#isMute = isMute;
    this.#https = createHttps({ key, cert, keepAliveTimeout: 60_000 }, answer);
    this.#https.on('clientError', (_error, socket) => {
      if (!socket.writable) return void socket.destroy();
      const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n`;
      socket.end(`${head}Content-Length: ${UNREADABLE.length}\r\n\r\n${UNREADABLE}`);
    });
  }

  /** A server for one opening of the port. */
  create(): Server {
    return createServer((socket) => {
      if (!this.#isMute()) this.#https.emit('connection', socket);
    });
  }

  /** Present this certificate from now on. */
  present({ key, cert }: Certificate): void {
    this.#https.setSecureContext({ key, cert });
  }
}

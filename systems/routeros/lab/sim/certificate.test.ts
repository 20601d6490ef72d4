import { createHash, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bits, createCertificate, element, oid } from './tls.js';

describe('certificates', () => {
  it('are signed by themselves and hold for their hosts', () => {
    const now = Date.now();
    const { cert, key, fingerprint } = createCertificate('r1', ['localhost', '127.0.0.1'], now);
    const read = new X509Certificate(cert);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkIssued(read)).toBe(true);
    expect(read.ca).toBe(true);
    expect(read.subject).toBe('CN=r1');
    expect(read.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1');
    expect(read.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(read.checkIP('127.0.0.2')).toBeUndefined();
    expect(read.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(Date.parse(read.validFrom)).toBeLessThan(now);
    expect(Date.parse(read.validTo)).toBeGreaterThan(now + 300 * 86_400_000);
    expect(key).toContain('PRIVATE KEY');
    const digest = createHash('sha256').update(read.raw).digest('hex').toUpperCase();
    expect(fingerprint).toBe(digest.match(/../g)?.join(':'));
  });

  it('differ from each other', () => {
    const [one, two] = [createCertificate('r', ['a']), createCertificate('r', ['a'])];
    expect(one.fingerprint).not.toBe(two.fingerprint);
  });
});

describe('DER', () => {
  it('writes object identifiers with arcs of several bytes', () => {
    expect(oid('1.2.840.10045.4.3.2').toString('hex')).toBe('06082a8648ce3d040302');
  });

  it.each([
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
  ])('writes a length of %i as short as it goes', (length, head) => {
    const written = element(0x04, Buffer.alloc(length));
    expect(written.subarray(0, head.length / 2).toString('hex')).toBe(head);
    expect(written.length).toBe(head.length / 2 + length);
  });

  it('reports the unused bits', () => {
    expect(bits(Buffer.of(0x84), 2).toString('hex')).toBe('03020284');
  });
});

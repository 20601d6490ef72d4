import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  approvalToken,
  digestOf,
  isApprovalToken,
  type Approvable,
  type Endpoint,
} from './plan-records.js';

const secret = new Uint8Array(32).fill(1);
const endpoint = (id: string): Endpoint => ({
  id,
  management_address: '192.0.2.1:443',
  tls_mode: 'pin',
  tls_fingerprint: null,
  tls_ca: null,
});
const at = (changes: Partial<Endpoint>): Endpoint => ({ ...endpoint('dev-1'), ...changes });
const plan: Approvable = {
  id: 'plan-0123456789ab',
  kind: 'static-route',
  change: '{"action":"add"}',
  devices: [endpoint('dev-1'), endpoint('dev-2')],
  expiresAt: '2026-01-01T00:15:00.000Z',
};

describe('approval tokens', () => {
  it('have one form', () => {
    expect(approvalToken(secret, plan)).toMatch(/^v1\.[\w-]{43}$/);
    expect(isApprovalToken(secret, plan, approvalToken(secret, plan))).toBe(true);
  });

  it.each<[string, Partial<Approvable>]>([
    ['plan', { id: 'plan-0123456789ac' }],
    ['kind', { kind: 'firewall-rule' }],
    ['change', { change: '{"action":"remove"}' }],
    ['devices', { devices: [endpoint('dev-1')] }],
    ['order of devices', { devices: [endpoint('dev-2'), endpoint('dev-1')] }],
    ['address', { devices: [at({ management_address: '192.0.2.9:443' }), endpoint('dev-2')] }],
    ['kind of trust', { devices: [at({ tls_mode: 'insecure' }), endpoint('dev-2')] }],
    ['fingerprint', { devices: [at({ tls_fingerprint: 'AB' }), endpoint('dev-2')] }],
    ['authority', { devices: [at({ tls_ca: 'AB' }), endpoint('dev-2')] }],
    ['end', { expiresAt: '2026-01-01T00:15:00.001Z' }],
  ])('do not fit another %s', (_, other) => {
    expect(isApprovalToken(secret, { ...plan, ...other }, approvalToken(secret, plan))).toBe(false);
  });

  it('do not fit another secret', () => {
    const foreign = approvalToken(new Uint8Array(32).fill(2), plan);
    expect(isApprovalToken(secret, plan, foreign)).toBe(false);
  });

  it('are not guessed', () => {
    fc.assert(
      fc.property(fc.option(fc.string(), { nil: undefined }), (token) => {
        expect(isApprovalToken(secret, plan, token)).toBe(false);
      }),
    );
  });

  it('are for what is digested, and for nothing that is not', () => {
    const { id: _id, expiresAt: _expiresAt, ...content } = plan;
    expect(digestOf(plan)).toBe(digestOf(content));
  });
});

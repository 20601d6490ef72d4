import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Device } from '../registry/device.js';

/** Where a device is, and how it is recognised there. Under another address it may be another one. */
export type Endpoint = Pick<
  Device,
  'id' | 'management_address' | 'tls_mode' | 'tls_fingerprint' | 'tls_ca'
>;

/** What an approval is for. */
export interface Approvable {
  readonly id: string;
  readonly kind: string;
  /** The text of the change as it is stored. */
  readonly change: string;
  /** In the order of the plan. */
  readonly devices: readonly Endpoint[];
  readonly expiresAt: string;
}

/** What a plan does, in 64 hex digits: kind, change, and the devices in their order, with address and trust. */
export function digestOf({
  kind,
  change,
  devices,
}: Pick<Approvable, 'kind' | 'change' | 'devices'>): string {
  const endpoints = devices.map((device) => [
    device.id,
    device.management_address,
    device.tls_mode,
    device.tls_fingerprint,
    device.tls_ca,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([kind, change, endpoints]))
    .digest('hex');
}

/** The token that approves a plan as it stands. It is computed, never stored. */
export function approvalToken(secret: Uint8Array, plan: Approvable): string {
  const content = JSON.stringify([plan.id, digestOf(plan), plan.expiresAt]);
  return `v1.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** Whether a token was given for this plan as it stands now. Takes the same time for every token. */
export function isApprovalToken(
  secret: Uint8Array,
  plan: Approvable,
  token: string | undefined,
): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(token ?? ''), hash(approvalToken(secret, plan)));
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What an approval is for. */
export interface Approvable {
  readonly id: string;
  readonly kind: string;
  /** The text of the change as it is stored. */
  readonly change: string;
  readonly deviceIds: readonly string[];
  readonly expiresAt: string;
}

/** What a plan does, in 64 hex digits: kind, change, and the devices in their order. */
export function digestOf({
  kind,
  change,
  deviceIds,
}: Pick<Approvable, 'kind' | 'change' | 'deviceIds'>): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, change, deviceIds]))
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

import type { Wire } from '@errata/prove';

export interface AuditLine {
  readonly action: string;
  readonly actor: string;
  readonly outcome: string;
  readonly device_id?: string;
  readonly plan_id?: string;
}

/** What the service has on record, newest first. */
export async function auditOf(wire: Wire): Promise<readonly AuditLine[]> {
  const { message } = await wire.request('resources/read', { uri: 'audit://recent' });
  const { result } = message as { result: { contents: readonly [{ readonly text: string }] } };
  return (JSON.parse(result.contents[0].text) as { entries: readonly AuditLine[] }).entries;
}

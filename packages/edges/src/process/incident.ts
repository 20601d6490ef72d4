import { describeCause, type Ref } from '@errata/core/internal';
import type { Redactor } from '@errata/core';

/** What happened to the process rather than to one request. */
export type IncidentEvent = 'unhandled_rejection' | 'process_crash';

/** An exception or a rejection that nobody caught. */
export interface Incident {
  readonly event: IncidentEvent;
  /** The same as in the replies to whatever was in flight. */
  readonly ref: Ref;
  /** How many requests were in flight. */
  readonly in_flight: number;
}

/** The operator's record of an incident: one line of JSON with the whole cause chain, without secrets. Never throws. */
export function encodeIncident(incident: Incident, thrown: unknown, redactor: Redactor): string {
  try {
    const causes = describeCause(thrown, (text) => redactor.redact(text));
    return JSON.stringify(redactor.redactDeep({ ...incident, causes }));
  } catch {
    // A pattern of one's own failed. What may hold a secret is not shown; that something happened is.
    return JSON.stringify({ ...incident, causes: [] });
  }
}

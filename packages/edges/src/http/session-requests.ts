import { unsupportedVersion } from '@errata/core/internal';
import { emptyAnswer, type HttpResponse, type HttpHead } from './http-messages.js';
import type { EdgeState } from './edge-state.js';
import { readAccept } from './request-head.js';
import { versionOf, isLegacy, presume } from './request-era.js';
import type { RefusalContext } from './refusals.js';
import { Session } from './sessions.js';

/** The session that a request names, if it belongs to the caller; otherwise the answer that says why not. */
export function sessionOf(
  { settings, refusals, sessions }: EdgeState,
  auth: unknown,
  about: RefusalContext,
): Session | HttpResponse {
  const { head } = about;
  const caller = settings.callerOf(head, auth);
  if (caller.nameless) return refusals.ownerless(about);
  const id = head.header('mcp-session-id');
  if (id === undefined) return refusals.refuse('session-missing', about);
  return sessions!.find(id, caller) ?? refusals.refuse('session-unknown', about);
}

/** GET listens to a session, DELETE ends it. */
export function listenOrEnd(edge: EdgeState, head: HttpHead, auth: unknown): HttpResponse {
  const { settings, refusals } = edge;
  const about = presume(head, settings);
  const version = versionOf(head);
  if (version !== undefined && !isLegacy(version, settings.served)) {
    return refusals.refuseWith(unsupportedVersion(settings.served, version), about);
  }
  if (head.header('mcp-session-id') === undefined) return refusals.refuse('session-missing', about);
  const session = sessionOf(edge, auth, about);
  if (!(session instanceof Session)) return session;
  if (head.method === 'DELETE') {
    edge.sessions!.end(session, 'The client ended the session');
    return emptyAnswer(204);
  }
  if (!readAccept(head.header('accept')).events) return refusals.refuse('accept-events', about);
  if (session.listening) return refusals.refuse('stream-open', about);
  return session.listen(head, settings.keepAlive);
}

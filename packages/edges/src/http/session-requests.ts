import { unsupportedVersion } from '@errata/core/internal';
import { emptyAnswer } from './answer.js';
import type { EdgeState } from './edge-state.js';
import type { HttpAnswer, HttpHead } from './http-messages.js';
import { readAccept } from './media-types.js';
import { versionOf } from './modern-rules.js';
import type { About } from './refusals.js';
import { isLegacy, presume } from './request-era.js';
import { Session } from './sessions.js';

/** The session that a request names, if it belongs to whoever asks; otherwise the answer that says why not. */
export function sessionOf(
  { settings, refusals, sessions }: EdgeState,
  auth: unknown,
  about: About,
): Session | HttpAnswer {
  const { head } = about;
  const caller = settings.callerOf(head, auth);
  if (caller.nameless) return refusals.ownerless(about);
  const id = head.header('mcp-session-id');
  if (id === undefined) return refusals.refuse('session-missing', about);
  return sessions!.find(id, caller) ?? refusals.refuse('session-unknown', about);
}

/** GET listens to a session, DELETE ends it. */
export function listenOrEnd(edge: EdgeState, head: HttpHead, auth: unknown): HttpAnswer {
  const { settings, refusals } = edge;
  const about = presume(head, settings);
  const version = versionOf(head);
  if (version !== undefined && !isLegacy(version, settings.served)) {
    return refusals.meet(unsupportedVersion(settings.served, version), about);
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

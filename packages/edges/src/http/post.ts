import {
  claimedVersion,
  encodeResult,
  GENERIC,
  objectOrEmpty,
  failureOf,
  MODERN,
  ignoringErrors,
  unsupportedVersion,
  type Connection,
  type Maybe,
  ERA_RULES,
} from '@errata/core/internal';
import { type Era, Fault } from '@errata/core';
import type { Channel } from '../channel.js';
import { idIn, type Body, type HttpResponse, type HttpHead } from './http-messages.js';
import { deliver, Delivery, replyAnswer, type Post, type Source } from './delivery.js';
import type { EdgeState, HeldStream } from './edge-state.js';
import type { Accepts } from './request-head.js';
import { brokenNotificationRule, brokenRule, isLegacy, presume, routeOf } from './request-era.js';
import type { RefusalContext } from './refusals.js';
import { sessionOf } from './session-requests.js';
import { Session } from './sessions.js';

/**
 * A POST with its body. It is read here; its revision decides which of `modern`, `initialize` and `legacy` checks it; and each of those
 * finds the connection that works on it.
 */
export function handlePost(
  edge: EdgeState,
  head: HttpHead,
  auth: unknown,
  accepts: Accepts,
  body: Body,
): Maybe<HttpResponse> {
  const { settings, refusals } = edge;
  const incoming = edge.parse(body ?? '');
  if (incoming.kind === 'problem') {
    return incoming.problem === 'too-large'
      ? refusals.refuse('too-large', presume(head, settings, idIn(body)))
      : refusals.refuseWith(failureOf(incoming), presume(head, settings, incoming.id));
  }
  const id = incoming.kind === 'request' ? incoming.id : undefined;
  try {
    const post: Post = { head, auth, accepts, incoming, id };
    return settings.plain ? deliverAlone(edge, post, 'jsonrpc') : byRevision(edge, post);
  } catch (thrown) {
    return refusals.fail(thrown, presume(head, settings, id)); // a hook failed: open, paramHeaders, randomUUID
  }
}

function byRevision(edge: EdgeState, post: Post): Maybe<HttpResponse> {
  const { settings, refusals } = edge;
  const { head, id } = post;
  const route = routeOf(post.incoming, head, settings);
  switch (route.kind) {
    case 'modern':
      return modern(edge, post);
    case 'initialize':
      return initialize(edge, post, route.era);
    case 'legacy':
      return legacy(edge, post, route.era);
    case 'refused':
      return refusals.refuseWith(
        route.failure,
        settings.modern ? { era: MODERN, head, id } : presume(head, settings, id),
      );
  }
}

/** 2026-07-28: no session; envelope and headers have to agree. */
function modern(edge: EdgeState, post: Post): Maybe<HttpResponse> {
  const { settings, refusals } = edge;
  const { incoming, head, id } = post;
  switch (incoming.kind) {
    case 'request': {
      const broken = brokenRule(incoming, head, settings.paramHeaders);
      if (broken !== undefined) return refusals.refuseWith(broken, { era: MODERN, head, id });
      const isHeld = incoming.method === 'subscriptions/listen';
      return isHeld ? deliverHeld(edge, post) : deliverAlone(edge, post, MODERN);
    }
    case 'notification': {
      const broken = brokenNotificationRule(incoming, head);
      if (broken !== undefined) return refusals.refuseWith(broken, { era: MODERN, head });
      return deliverAlone(edge, post, MODERN);
    }
    default: {
      const problem = incoming.kind === 'batch' ? 'batch-refused' : 'response-refused';
      return refusals.refuse(problem, { era: MODERN, head });
    }
  }
}

/** The handshake: it opens a session, where there are any. */
function initialize(edge: EdgeState, post: Post, era: Era): Maybe<HttpResponse> {
  const { settings, refusals, sessions } = edge;
  if (sessions === undefined) return deliverAlone(edge, post, era);
  const { head, id, auth } = post;
  const about: RefusalContext = { era, head, id };
  const caller = settings.callerOf(head, auth);
  if (caller.nameless) return refusals.ownerless(about);
  const given = head.header('mcp-session-id');
  if (given !== undefined) {
    const known = sessions.find(given, caller) !== undefined;
    return refusals.refuse(known ? 'session-initialized' : 'session-unknown', about);
  }
  const session = sessions.open(era, caller, (made) =>
    settings.open({ era, channel: made, sessionId: made.id, auth }),
  );
  if (session === undefined) return refusals.busy('All sessions are in use', about);
  let opened = true;
  const source: Source = {
    get headers() {
      return opened ? { 'Mcp-Session-Id': session.id } : undefined;
    },
    settled({ fault }, reply) {
      opened = reply !== undefined && fault === undefined;
      if (opened) session.era = negotiated(reply!, settings.served) ?? era;
      else sessions.end(session, 'initialize failed');
    },
  };
  return new Delivery(post, era, session.connection, source, edge).start();
}

/** A message after the handshake: in its session, or alone where there are none. */
function legacy(edge: EdgeState, post: Post, headerEra: Era | undefined): Maybe<HttpResponse> {
  const { settings, refusals, sessions } = edge;
  const { head, incoming, auth, id } = post;
  const about = presume(head, settings, id);
  const isEarly = sessions !== undefined && head.header('mcp-session-id') === undefined;
  if (isEarly && incoming.kind === 'request' && refusals.hasUninitialized) {
    // As on the other wires: before the handshake `ping` is answered, and nothing else.
    return incoming.method === 'ping'
      ? replyAnswer(encodeResult(incoming.id, '{}'), post.accepts)
      : refusals.refuseWith({ condition: 'not-initialized' }, about);
  }
  const session = sessions && sessionOf(edge, auth, about);
  if (session !== undefined && !(session instanceof Session)) return session;
  const era = session?.era ?? headerEra;
  if (era === undefined) {
    return refusals.refuseWith(unsupportedVersion(settings.served, '2025-03-26'), about);
  }
  if (incoming.kind === 'batch') {
    const isRefused = ERA_RULES[era].batch === 'refused';
    if (isRefused) return refusals.refuse('batch-refused', { era, head });
    if (settings.modern && incoming.messages.some(claimsModern)) {
      return refusals.refuse('batch-modern', { era, head });
    }
  }
  if (session === undefined) return deliverAlone(edge, post, era);
  return new Delivery(post, era, session.connection, session, edge).start();
}

/** Leads nowhere: a client without a session cannot be spoken to unasked. */
const NOBODY: Channel = { send: () => undefined };

/** A connection for this one message. */
function openAlone({ settings, alone }: EdgeState, { auth }: Post, era: Era): Connection {
  const connection = settings.open({ era, channel: NOBODY, auth });
  alone.connections.add(connection);
  return connection;
}

function deliverAlone(edge: EdgeState, post: Post, era: Era): Maybe<HttpResponse> {
  return new Delivery(post, era, openAlone(edge, post, era), edge.alone, edge).start();
}

/** The same for a request with an open stream: a caller has a limited number, and the oldest one ends. */
function deliverHeld(edge: EdgeState, post: Post): Maybe<HttpResponse> {
  const { settings, refusals, streams, alone } = edge;
  const { head, id, auth } = post;
  const { holder } = settings.callerOf(head, auth);
  const inTheWay = streams.toEndFor(holder);
  if (inTheWay === 'full') {
    return refusals.busy('All streams are in use', { era: MODERN, head, id });
  }
  const connection = openAlone(edge, post, MODERN);
  const stream: HeldStream = {
    holder,
    use: 'listening',
    seen: settings.now(),
    end() {
      streams.delete(stream);
      ignoringErrors(() => connection.abandon(new Fault(GENERIC.CANCELLED, {}), deliver));
    },
    settled(delivery, reply, why) {
      streams.delete(stream);
      alone.settled(delivery, reply, why);
    },
  };
  inTheWay?.end();
  streams.add(stream);
  return new Delivery(post, MODERN, connection, stream, edge).start();
}

/** The revision that a reply to `initialize` names, if it is one that is served. */
function negotiated(reply: string, served: readonly Era[]): Era | undefined {
  try {
    const { result } = JSON.parse(reply) as { result?: unknown };
    const version = objectOrEmpty(result)['protocolVersion'];
    return isLegacy(version, served) ? version : undefined;
  } catch {
    return undefined; // a connection of somebody else's that answers with no JSON; its client will notice
  }
}

function claimsModern(message: object): boolean {
  return 'params' in message && claimedVersion(message.params) === MODERN;
}

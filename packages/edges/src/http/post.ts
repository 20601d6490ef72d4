import { createParser, encodeResult, type IdText, type Incoming } from '@errata/core/codec';
import { membersOf } from '@errata/core/contract';
import { ERA_RULES, type Era } from '@errata/core/era';
import { Fault, GENERIC } from '@errata/core/fault';
import { quietly, type Connection, type Maybe } from '@errata/core/server';
import type { Channel } from '../channel.js';
import { idIn } from './body-bytes.js';
import {
  deliver,
  Delivery,
  replyAnswer,
  type Desk,
  type Escort,
  type HeldStream,
  type Post,
} from './delivery.js';
import type { Body, HttpAnswer, HttpHead } from './http-messages.js';
import { readAccept } from './media-types.js';
import { brokenNotificationRule, brokenRule, claimOf, unsupported } from './modern-rules.js';
import type { Caller } from './owner.js';
import type { Places } from './places.js';
import type { About, Refusals } from './refusals.js';
import { isLegacy, presumedEra, routeOf } from './request-era.js';
import type { Session } from './session.js';
import type { Sessions } from './sessions.js';
import { MODERN, type Settings } from './settings.js';

/** Leads nowhere: a client without a session cannot be spoken to unasked. */
const NOBODY: Channel = { send: () => undefined };

export type HandlePost = (head: HttpHead, auth: unknown, body: Body) => Maybe<HttpAnswer>;

/** What an edge keeps beyond one request. */
export interface Kept {
  readonly sessions: Sessions | undefined;
  /** Connections that were made for one message, while that is worked on. */
  readonly alone: Set<Connection>;
  /** Subscriptions of 2026-07-28. */
  readonly streams: Places<HeldStream>;
}

/** Everything that is POSTed: read it, find its revision, hold it to that revision's rules, have it worked on. */
export function createPostHandler(
  settings: Settings,
  refusals: Refusals,
  { sessions, alone, streams }: Kept,
): HandlePost {
  // Revisions of MCP read a body alike but for batches, which are let through here and judged when the era is known.
  const parse = createParser({
    era: settings.plain ? 'jsonrpc' : '2025-03-26',
    limits: settings.limits,
  });

  const desk: Desk = { refusals, keepAlive: settings.keepAlive, alone };

  /** A connection for this one message. */
  const openAlone = ({ auth }: Post, era: Era): Connection =>
    settings.open({ era, channel: NOBODY, auth });

  const deliverAlone = (post: Post, era: Era): Maybe<HttpAnswer> =>
    new Delivery(post, era, desk, undefined).alone(openAlone(post, era));

  /** The same for one whose stream stays open: its caller has so many of them at a time, and the oldest makes room. */
  const deliverHeld = (post: Post): Maybe<HttpAnswer> => {
    const { head, id, auth } = post;
    const { holder } = settings.callerOf(head, auth);
    const inTheWay = streams.toEndFor(holder);
    if (inTheWay === 'full') {
      return refusals.busy('All streams are in use', { era: MODERN, head, id });
    }
    const connection = openAlone(post, MODERN);
    const stream: HeldStream = {
      holder,
      use: 'listening',
      seen: settings.now(),
      end() {
        streams.delete(stream);
        quietly(() => connection.abandon(new Fault(GENERIC.CANCELLED, {}), deliver));
      },
    };
    inTheWay?.end();
    streams.add(stream);
    const escort: Escort = { settled: () => void streams.delete(stream) };
    return new Delivery(post, MODERN, desk, escort).alone(connection);
  };

  const modern = (post: Post): Maybe<HttpAnswer> => {
    const { incoming, head } = post;
    const about = (): About => ({ era: MODERN, head, id: post.id });
    if (incoming.kind === 'batch') return refusals.refuse('batch-refused', about());
    if (incoming.kind === 'response') return refusals.refuse('response-refused', about());
    const broken =
      incoming.kind === 'request'
        ? brokenRule(incoming, head, settings)
        : incoming.kind === 'notification'
          ? brokenNotificationRule(incoming, head)
          : undefined;
    if (broken !== undefined) return refusals.meet(broken, about());
    const held = incoming.kind === 'request' && incoming.method === 'subscriptions/listen';
    return held ? deliverHeld(post) : deliverAlone(post, MODERN);
  };

  const initialize = (post: Post, era: Era): Maybe<HttpAnswer> => {
    if (sessions === undefined) return deliverAlone(post, era);
    const { head, id, auth } = post;
    const about: About = { era, head, id };
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
    const escort: Escort = {
      get headers() {
        return opened ? { 'Mcp-Session-Id': session.id } : undefined;
      },
      settled(reply, failed) {
        opened = reply !== undefined && !failed;
        if (opened) session.era = negotiated(reply!, settings.served) ?? era;
        else sessions.end(session, 'initialize failed');
      },
    };
    return new Delivery(post, era, desk, escort).through(session.connection);
  };

  const legacy = (post: Post, told: Era | undefined): Maybe<HttpAnswer> => {
    const { head, incoming, auth } = post;
    const presumed = (): About => ({ era: presumedEra(head, settings), head, id: post.id });
    const caller = sessions && settings.callerOf(head, auth);
    const session = sessions && sessionOf(head, sessions, caller!);
    const early = session === 'session-missing' && incoming.kind === 'request';
    if (early && refusals.hasUninitialized) {
      // As on the other wires: before the handshake `ping` is answered, and nothing else.
      return incoming.method === 'ping'
        ? replyAnswer(encodeResult(incoming.id, '{}'), post.accepts)
        : refusals.meet({ condition: 'not-initialized' }, presumed());
    }
    if (caller?.nameless === true) return refusals.ownerless(presumed());
    if (typeof session === 'string') return refusals.refuse(session, presumed());
    const era = session?.era ?? told;
    if (era === undefined)
      return refusals.meet(unsupported(settings.served, '2025-03-26'), presumed());
    if (incoming.kind === 'batch') {
      const about: About = { era, head };
      if (ERA_RULES[era].batch === 'refused') return refusals.refuse('batch-refused', about);
      if (settings.modern && incoming.messages.some(claimsModern)) {
        return refusals.refuse('batch-modern', about);
      }
    }
    if (session === undefined) return deliverAlone(post, era);
    const escort = { settled: (): void => sessions!.touch(session) };
    return new Delivery(post, era, desk, escort).through(session.connection);
  };

  return (head, auth, body) => {
    const incoming = parse(body ?? '');
    const id = idOf(incoming);
    const about = (): About => ({ era: presumedEra(head, settings), head, id });
    if (incoming.kind === 'problem') {
      if (incoming.problem === 'too-large') {
        return refusals.refuse('too-large', { ...about(), id: idIn(body) });
      }
      const { condition, problem, details } = incoming;
      return refusals.meet({ condition, context: { problem }, given: { details } }, about());
    }
    try {
      const accepts = readAccept(head.header('accept'));
      const post: Post = { head, auth, accepts, incoming, id };
      return settings.plain ? deliverAlone(post, 'jsonrpc') : route(post);
    } catch (thrown) {
      return refusals.fail(thrown, about()); // a hook failed: open, paramHeaders, randomUUID
    }
  };

  function route(post: Post): Maybe<HttpAnswer> {
    const way = routeOf(post.incoming, post.head, settings);
    switch (way.kind) {
      case 'modern':
        return modern(post);
      case 'initialize':
        return initialize(post, way.era);
      case 'legacy':
        return legacy(post, way.era);
      case 'refused':
        return refusals.meet(way.met, {
          era: settings.modern ? MODERN : presumedEra(post.head, settings),
          head: post.head,
          id: post.id,
        });
    }
  }
}

/** The id of a message that is to be answered. */
function idOf(incoming: Incoming): IdText | undefined {
  return incoming.kind === 'request' || incoming.kind === 'problem' ? incoming.id : undefined;
}

function sessionOf(
  head: HttpHead,
  sessions: Sessions,
  caller: Caller,
): Session | 'session-missing' | 'session-unknown' {
  const id = head.header('mcp-session-id');
  return id === undefined ? 'session-missing' : (sessions.find(id, caller) ?? 'session-unknown');
}

/** The revision that a reply to `initialize` names, if it is one that is served. */
function negotiated(reply: string, served: readonly Era[]): Era | undefined {
  try {
    const { result } = JSON.parse(reply) as { result?: unknown };
    const version = membersOf(result)['protocolVersion'];
    return isLegacy(version, served) ? version : undefined;
  } catch {
    return undefined; // a connection of somebody else's that answers with no JSON; its client will notice
  }
}

function claimsModern(message: object): boolean {
  return 'params' in message && claimOf(message.params as never).version === MODERN;
}

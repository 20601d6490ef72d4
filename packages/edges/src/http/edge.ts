import type { IdText } from '@errata/core/codec';
import { createRef, type Redactor } from '@errata/core/fault';
import {
  type Connection,
  type Deliver,
  isPromise,
  type Maybe,
  whenReady,
} from '@errata/core/server';
import { emptyAnswer } from './answer.js';
import { idIn, READ_BEYOND } from './body-bytes.js';
import { deliver, type HeldStream } from './delivery.js';
import {
  isBodyProblem,
  type HttpAnswer,
  type HttpHead,
  type HttpRequest,
  type Receive,
} from './http-messages.js';
import { isJsonType, readAccept } from './media-types.js';
import { unsupported } from './modern-rules.js';
import { createOriginCheck } from './origin.js';
import { Places } from './places.js';
import { createPostHandler } from './post.js';
import { createRefusals, type About } from './refusals.js';
import { isLegacy, presumedEra, versionOf } from './request-era.js';
import { Sessions } from './sessions.js';
import { MODERN, resolveSettings, type HttpEdgeOptions } from './settings.js';

/** The Streamable HTTP edge of MCP, apart from any HTTP server: requests in, answers out. */
export interface HttpEdge {
  /** Answer a request. Synchronous where handlers and hooks are. Never throws, never rejects. */
  handle(request: HttpRequest): Maybe<HttpAnswer>;
  /** The same in two steps, so that an adapter reads no body that would be thrown away. */
  begin(head: HttpHead): Maybe<HttpAnswer | Receive>;
  /** What an adapter has to watch over. */
  readonly limits: {
    readonly maxBytes: number;
    readonly bodyTimeout: number;
    readonly maxBuffered: number;
  };
  /** How many sessions there are. */
  readonly sessions: number;
  readonly draining: boolean;
  /** Whoever may have requests in progress, for `guardProcess`. */
  connections(): Iterable<Connection>;
  /** Takes a reply that a connection gave up waiting for to where its request came from. */
  readonly deliver: Deliver;
  /** Gets the records about the process. */
  readonly redactor?: Redactor | undefined;
  /** Take nothing new on and end the streams that clients listen on; what is in progress goes on. */
  drain(): void;
  /** The same, and cancel what sessions are working on. */
  close(): void;
}

const randomUUID = (): string => crypto.randomUUID();

/** MCP, session management: visible ASCII only. Anything else would break the answer that carries it. */
function sessionId(made: string): string {
  if (/^[\x21-\x7e]+$/.test(made)) return made;
  throw new TypeError('a session id has to be visible ASCII');
}

const SMALL = 64 * 1024;

function isSmall({ method, header }: HttpHead): boolean {
  const length = Number(header('content-length') ?? 0);
  return method === 'POST' && length > 0 && length <= SMALL;
}

export function createHttpEdge(options: HttpEdgeOptions): HttpEdge {
  const settings = resolveSettings(options);
  const refusals = createRefusals(settings);
  const { hostAllowed, originAllowed } = createOriginCheck(options);
  const { hasSessions, sessionOptions, authorize, keepAlive } = settings;
  const sessions = hasSessions
    ? new Sessions({
        ...sessionOptions,
        now: settings.now,
        randomUUID: () => sessionId((options.randomUUID ?? randomUUID)()),
      })
    : undefined;
  const alone = new Set<Connection>();
  const streams = new Places<HeldStream>(sessionOptions);
  const post = createPostHandler(settings, refusals, { sessions, alone, streams });
  let draining = false;

  /** What can be said without knowing who asks. */
  const turnAway = (head: HttpHead): HttpAnswer | undefined => {
    if (!hostAllowed(head.header('host'))) return refusals.refuse('host-refused', aboutOf(head));
    if (!originAllowed(head.header('origin'))) {
      return refusals.refuse('origin-refused', aboutOf(head));
    }
    if (head.method !== 'POST') {
      const listens = sessions !== undefined && versionOf(head) !== MODERN;
      if (!listens || (head.method !== 'GET' && head.method !== 'DELETE')) {
        const Allow = listens ? 'GET, POST, DELETE' : 'POST';
        return refusals.refuse('http-method', aboutOf(head), { Allow });
      }
    }
    return draining ? refusals.busy('The server is shutting down', aboutOf(head)) : undefined;
  };

  const aboutOf = (head: HttpHead): About => ({ era: presumedEra(head, settings), head });

  const admit = (head: HttpHead, auth: unknown): HttpAnswer | Receive => {
    if (head.method !== 'POST') return serveSession(head, auth);
    if (!isJsonType(head.header('content-type'))) {
      return refusals.refuse('content-type', aboutOf(head));
    }
    const accepts = readAccept(head.header('accept'));
    if (!accepts.json && !accepts.events) return refusals.refuse('accept', aboutOf(head));
    const length = Number(head.header('content-length') ?? 0);
    if (length > READ_BEYOND * settings.limits.maxBytes) {
      return refusals.refuse('too-large', aboutOf(head));
    }
    return (body) => {
      if (!isBodyProblem(body)) return post(head, auth, body);
      if (body.problem === 'unreadable') return refusals.fail(body.cause, aboutOf(head));
      const id = body.problem === 'too-large' ? body.id : undefined;
      return refusals.refuse(body.problem, { ...aboutOf(head), id });
    };
  };

  /** GET listens, DELETE ends; both are only there with sessions. */
  const serveSession = (head: HttpHead, auth: unknown): HttpAnswer => {
    const about = aboutOf(head);
    const version = versionOf(head);
    if (version !== undefined && !isLegacy(version, settings.served)) {
      return refusals.meet(unsupported(settings.served, version), about);
    }
    const id = head.header('mcp-session-id');
    if (id === undefined) return refusals.refuse('session-missing', about);
    const caller = settings.callerOf(head, auth);
    if (caller.nameless) return refusals.ownerless(about);
    const session = sessions!.find(id, caller);
    if (session === undefined) return refusals.refuse('session-unknown', about);
    if (head.method === 'DELETE') {
      sessions!.end(session, 'The client ended the session');
      return emptyAnswer(204);
    }
    if (!readAccept(head.header('accept')).events) return refusals.refuse('accept-events', about);
    if (session.listening) return refusals.refuse('stream-open', about);
    return session.listen(head, keepAlive);
  };

  const beginPlain = (head: HttpHead): Maybe<HttpAnswer | Receive> => {
    const failed = (thrown: unknown): HttpAnswer | Receive => {
      const answer = (id?: IdText) => refusals.fail(thrown, { ...aboutOf(head), id });
      // Who is not let in makes the server read no more than what it would throw away to keep the connection.
      return isSmall(head)
        ? (body) => answer(isBodyProblem(body) ? undefined : idIn(body))
        : answer();
    };
    try {
      const refusal = turnAway(head);
      if (refusal !== undefined) return refusal;
      if (authorize === undefined) return admit(head, head.auth);
      const entered = whenReady(authorize(head), (auth) => admit(head, auth ?? head.auth));
      return isPromise(entered) ? entered.catch(failed) : entered;
    } catch (thrown) {
      return failed(thrown);
    }
  };

  /** The same for an edge that gives every request a ref, and says it in a header of every answer. */
  const beginWithRef = (head: HttpHead, name: string): Maybe<HttpAnswer | Receive> => {
    const ref = createRef();
    const tell = (answer: HttpAnswer): HttpAnswer => ({
      ...answer,
      headers: { ...answer.headers, [name]: ref },
    });
    // The head of an adapter may be an object with getters: it is looked through, not copied.
    const own = Object.create(head, { ref: { value: ref, enumerable: true } }) as HttpHead;
    return whenReady(beginPlain(own), (begun) =>
      typeof begun === 'function' ? (body) => whenReady(begun(body), tell) : tell(begun),
    );
  };

  const { refHeader } = settings;
  const begin =
    refHeader === undefined ? beginPlain : (head: HttpHead) => beginWithRef(head, refHeader);

  return {
    begin,
    handle: (request) =>
      whenReady(begin(request), (begun) =>
        typeof begun === 'function' ? begun(request.body) : begun,
      ),
    limits: {
      maxBytes: settings.limits.maxBytes,
      bodyTimeout: settings.bodyTimeout,
      maxBuffered: settings.maxBuffered,
    },
    get sessions() {
      return sessions?.size ?? 0;
    },
    get draining() {
      return draining;
    },
    connections: () => [...alone, ...(sessions?.connections() ?? [])],
    deliver,
    redactor: settings.redactor,
    drain() {
      draining = true;
      sessions?.hangUp();
      for (const stream of [...streams]) stream.end();
    },
    close() {
      draining = true;
      sessions?.endAll('The server is shutting down');
    },
  };
}

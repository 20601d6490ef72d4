import {
  createRef,
  isPromise,
  MODERN,
  whenReady,
  type Connection,
  type Deliver,
  type Maybe,
} from '@errata/core/internal';
import type { Redactor } from '@errata/core';
import {
  idIn,
  READ_BEYOND,
  isBodyProblem,
  type HttpResponse,
  type HttpHead,
  type HttpRequest,
  type Receive,
} from './http-messages.js';
import { deliver } from './delivery.js';
import { createEdgeState, type EdgeState } from './edge-state.js';
import { isJsonType, readAccept } from './request-head.js';
import { versionOf, presume } from './request-era.js';
import { handlePost } from './post.js';
import { listenOrEnd } from './session-requests.js';
import type { HttpEdgeOptions } from './settings.js';

/** The Streamable HTTP edge of MCP, apart from any HTTP server: requests in, answers out. */
export interface HttpEdge {
  /** Answer a request. Synchronous where handlers and hooks are. Never throws, never rejects. */
  handle(request: HttpRequest): Maybe<HttpResponse>;
  /** The same in two steps, so that an adapter reads no body that would be thrown away. */
  begin(head: HttpHead): Maybe<HttpResponse | Receive>;
  /** Limits that an adapter must enforce. */
  readonly limits: {
    readonly maxBytes: number;
    readonly bodyTimeout: number;
    readonly maxBuffered: number;
  };
  /** How many sessions there are. */
  readonly sessions: number;
  readonly draining: boolean;
  /** The connections that may have requests in progress, for `guardProcess`. */
  connections(): Iterable<Connection>;
  /** Takes a reply that a connection gave up waiting for to where its request came from. */
  readonly deliver: Deliver;
  /** Gets the records about the process. */
  readonly redactor?: Redactor | undefined;
  /** Accept no new requests and end event streams; requests in progress continue. */
  drain(): void;
  /** The same, and cancel what sessions are working on. */
  close(): void;
}

/**
 * Make the HTTP edge of a server: requests in, answers out, without an HTTP server. `serveHttp` and the mounts take it from there.
 *
 * The walk of one request, step by step:
 *
 * 1. `enter`, here: Host, Origin and HTTP method; `authorize`; content type, accepted types and length of the body.
 * 2. GET and DELETE: `listenOrEnd` in session-requests.ts.
 * 3. POST: `handlePost` in post.ts parses the body, asks request-era.ts for the revision and the rules of 2026-07-28, or finds the
 *    session.
 * 4. `Delivery` has a connection work on it, and makes JSON, a stream of events or a mere status of the reply.
 *
 * Whatever is refused on the way is written by refusals.ts.
 */
export function createHttpEdge(options: HttpEdgeOptions): HttpEdge {
  const edge = createEdgeState(options);
  const { settings, sessions, alone, streams } = edge;
  const { maxBytes } = settings.limits;
  const { bodyTimeout, maxBuffered, refHeader, redactor } = settings;
  const begin = (head: HttpHead): Maybe<HttpResponse | Receive> =>
    refHeader === undefined ? enter(edge, head) : enterWithRef(edge, head, refHeader);
  return {
    begin,
    handle: (request) =>
      whenReady(begin(request), (begun) =>
        typeof begun === 'function' ? begun(request.body) : begun,
      ),
    limits: { maxBytes, bodyTimeout, maxBuffered },
    get sessions() {
      return sessions?.size ?? 0;
    },
    get draining() {
      return edge.draining;
    },
    connections: () => [...alone.connections, ...(sessions?.connections() ?? [])],
    deliver,
    redactor,
    drain() {
      edge.draining = true;
      sessions?.hangUp();
      for (const stream of [...streams]) stream.end();
    },
    close() {
      edge.draining = true;
      sessions?.endAll('The server is shutting down');
    },
  };
}

/** One request up to its body: basic checks, authorization, admission. */
function enter(edge: EdgeState, head: HttpHead): Maybe<HttpResponse | Receive> {
  const { authorize } = edge.settings;
  try {
    const refusal = turnAway(edge, head);
    if (refusal !== undefined) return refusal;
    if (authorize === undefined) return admit(edge, head, head.auth);
    const entered = whenReady(authorize(head), (auth) => admit(edge, head, auth ?? head.auth));
    return isPromise(entered)
      ? entered.catch((thrown: unknown) => failEarly(edge, head, thrown))
      : entered;
  } catch (thrown) {
    return failEarly(edge, head, thrown);
  }
}

/** The same for an edge that gives every request a ref, and says it in a header of every answer. */
function enterWithRef(
  edge: EdgeState,
  head: HttpHead,
  name: string,
): Maybe<HttpResponse | Receive> {
  const ref = createRef();
  const tell = (answer: HttpResponse): HttpResponse => ({
    ...answer,
    headers: { ...answer.headers, [name]: ref },
  });
  const { method, header, address, auth } = head;
  const own: HttpHead = {
    ...{ method, header, address, auth, ref },
    headers: () => head.headers?.() ?? [],
    onClosed: (listener) => head.onClosed(listener),
  };
  return whenReady(enter(edge, own), (begun) =>
    typeof begun === 'function' ? (body) => whenReady(begun(body), tell) : tell(begun),
  );
}

/** Refusals that need no authorization. */
function turnAway(edge: EdgeState, head: HttpHead): HttpResponse | undefined {
  const { originCheck, refusals, settings, sessions } = edge;
  if (!originCheck.hostAllowed(head.header('host'))) {
    return refusals.refuse('host-refused', presume(head, settings));
  }
  if (!originCheck.originAllowed(head.header('origin'))) {
    return refusals.refuse('origin-refused', presume(head, settings));
  }
  if (head.method !== 'POST') {
    const hasOthers = sessions !== undefined && versionOf(head) !== MODERN;
    if (!hasOthers || (head.method !== 'GET' && head.method !== 'DELETE')) {
      const Allow = hasOthers ? 'GET, POST, DELETE' : 'POST';
      return refusals.refuse('http-method', presume(head, settings), { Allow });
    }
  }
  if (!edge.draining) return undefined;
  return refusals.busy('The server is shutting down', presume(head, settings));
}

/** What the headers say of the body, which is then asked for. */
function admit(edge: EdgeState, head: HttpHead, auth: unknown): HttpResponse | Receive {
  const { settings, refusals } = edge;
  if (head.method !== 'POST') return listenOrEnd(edge, head, auth);
  if (!isJsonType(head.header('content-type'))) {
    return refusals.refuse('content-type', presume(head, settings));
  }
  const accepts = readAccept(head.header('accept'));
  if (!accepts.json && !accepts.events) return refusals.refuse('accept', presume(head, settings));
  if (lengthOf(head) > READ_BEYOND * settings.limits.maxBytes) {
    return refusals.refuse('too-large', presume(head, settings));
  }
  return (body) => {
    if (!isBodyProblem(body)) return handlePost(edge, head, auth, accepts, body);
    if (body.problem === 'unreadable') return refusals.fail(body.cause, presume(head, settings));
    const id = body.problem === 'too-large' ? body.id : undefined;
    return refusals.refuse(body.problem, presume(head, settings, id));
  };
}

const SMALL = 64 * 1024;

/** A hook threw. The answer has the id of a small body; of a client that is not let in, no more than that is read. */
function failEarly(
  { settings, refusals }: EdgeState,
  head: HttpHead,
  thrown: unknown,
): HttpResponse | Receive {
  const length = lengthOf(head);
  if (head.method !== 'POST' || !(length > 0 && length <= SMALL)) {
    return refusals.fail(thrown, presume(head, settings));
  }
  return (body) =>
    refusals.fail(thrown, presume(head, settings, isBodyProblem(body) ? undefined : idIn(body)));
}

function lengthOf(head: HttpHead): number {
  return Number(head.header('content-length') ?? 0);
}

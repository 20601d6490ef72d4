import {
  createParser,
  idValue,
  type IdText,
  type Incoming,
  type NotificationMessage,
  type Problem,
  type RequestMessage,
  objectOrEmpty,
  failureOf,
  type ProtocolFailure,
  Call,
} from '@errata/core/internal';
import type { Era } from '@errata/core';
import type { Answering } from './answering.js';
import type { DroppedLine } from './dropped-lines.js';
import { malformedMeta } from './wrap-handler.js';

/**
 * What becomes of a line that the SDK dropped. A message that is right but for members of its own is given to the SDK without
 * them; whatever cannot be understood is answered in the contract's words; responses and notifications are never answered.
 */
export function pickUp(line: DroppedLine, era: Era, answering: Answering): void {
  const incoming = line.end === undefined ? createParser({ era })(line.bytes) : tooLong(line, era);
  if (incoming.kind === 'request' || incoming.kind === 'notification') {
    const message = line.reread(plain(incoming));
    if (message !== undefined) {
      line.deliver(message);
      return;
    }
  }
  const refusal = refusalOf(incoming);
  if (refusal === undefined) return;
  const reply = answering
    .answersFor(era)
    .refuse(refusal.failure, new Call('', refusal.id, undefined));
  if (refusal.answerable) line.reply(reply);
}

/** A line of which only both ends were kept. */
function tooLong({ bytes, end = bytes }: DroppedLine, era: Era): Problem {
  const problem = createParser({ era, limits: { maxBytes: 0 } })(bytes) as Problem;
  return { ...problem, id: problem.id ?? LAST_ID.exec(Buffer.from(end).toString())?.[1] };
}

/** One brace after it closes the message itself: the id is not inside params. */
const LAST_ID = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?(?:0|[1-9][0-9]*))\s*}\s*$/;

interface Refusal {
  readonly failure: ProtocolFailure;
  readonly id: IdText | undefined;
  readonly answerable: boolean;
}

function refusalOf(incoming: Incoming): Refusal | undefined {
  switch (incoming.kind) {
    case 'problem':
      return { ...incoming, failure: failureOf(incoming) };
    case 'batch':
      return { id: undefined, failure: BATCH, answerable: true };
    case 'request': {
      const { id, method, params } = incoming;
      const failure = malformedMeta({ method, ...(params && { params: objectOrEmpty(params) }) });
      return { id, failure: failure ?? unreadable(id), answerable: true };
    }
    default:
      return undefined;
  }
}

/** The SDKs cannot read one, whatever the revision says. */
const BATCH: ProtocolFailure = {
  condition: 'invalid-request',
  given: { details: 'This server reads no batches: send one message at a time' },
};

function unreadable(id: IdText): ProtocolFailure {
  const value = idValue(id);
  const details =
    typeof value === 'number' && !Number.isSafeInteger(value)
      ? 'id has to be a string or a whole number that is smaller than 2^53'
      : 'The message is not of the form that this server reads';
  return { condition: 'invalid-request', given: { details } };
}

/** The message in the members that JSON-RPC knows, its id digit for digit. */
function plain(message: RequestMessage | NotificationMessage): string {
  const { method, params } = message;
  const id = message.kind === 'request' ? `"id":${message.id},` : '';
  const rest = JSON.stringify({ method, ...(params && { params }) });
  return `{"jsonrpc":"2.0",${id}${rest.slice(1)}`;
}

import type { Condition } from '../era/index.js';

/**
 * A request id as its JSON text: `7`, `"req-1"`, `1.0`, `null`. Text, because JavaScript cannot hold every id that JSON
 * can (9007199254740993, 1.0, 1e2) and a reply has to carry the same digits that the request had.
 */
export type IdText = string & { readonly __idText?: never };

/** Parameters as JSON-RPC allows them: by name or by position. */
export type Params = Readonly<Record<string, unknown>> | readonly unknown[];

export interface RequestMessage {
  readonly kind: 'request';
  readonly id: IdText;
  readonly method: string;
  readonly params: Params | undefined;
}

export interface NotificationMessage {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: Params | undefined;
}

export interface ResponseMessage {
  readonly kind: 'response';
  /** Undefined if the sender of an error could not read the id. */
  readonly id: IdText | undefined;
  readonly result?: unknown;
  readonly error?: WireError;
}

/** The error object of JSON-RPC §5.1. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface BatchMessage {
  readonly kind: 'batch';
  readonly messages: readonly (SingleMessage | Problem)[];
}

/** What is wrong with a text, as a plain record: the codec does not know faults. */
export interface Problem {
  readonly kind: 'problem';
  readonly problem: ProblemName;
  readonly condition: Condition;
  /** One sentence about it, made of fixed words only: nothing of the peer's text is in it. */
  readonly details: string;
  /** The id of the reply; undefined if it cannot be read. */
  readonly id: IdText | undefined;
  /** False for a malformed response: answering a response would start a quarrel. */
  readonly answerable: boolean;
}

export const PROBLEMS = {
  'too-large': ['invalid-request', 'The message is larger than this server reads'],
  'too-deep': ['invalid-request', 'The message is nested deeper than this server reads'],
  'batch-too-long': ['invalid-request', 'The batch has more messages than this server reads'],
  'batch-empty': ['invalid-request', 'A batch has to hold at least one message'],
  'batch-refused': [
    'invalid-request',
    'This protocol revision has no batches: send one message at a time',
  ],
  'batch-initialize': ['invalid-request', 'initialize must not be part of a batch'],
  'invalid-utf8': ['parse-error', 'The text is not valid UTF-8'],
  'invalid-json': ['parse-error', 'The text is not valid JSON'],
  'not-an-object': ['invalid-request', 'A message has to be a JSON object'],
  'wrong-version': ['invalid-request', 'jsonrpc has to be exactly "2.0"'],
  'wrong-id': ['invalid-request', 'id is of a type that this protocol does not allow'],
  'duplicate-id': ['invalid-request', 'id is given more than once'],
  'wrong-method': ['invalid-request', 'method has to be a string'],
  'wrong-params': ['invalid-request', 'params has to be an object or an array'],
  'wrong-params-mcp': ['invalid-request', 'params has to be an object'],
  'wrong-response': ['invalid-request', 'A response has an id and exactly one of result and error'],
} as const satisfies Record<string, readonly [Condition, string]>;

export type ProblemName = keyof typeof PROBLEMS;

export type SingleMessage = RequestMessage | NotificationMessage | ResponseMessage;

export type Incoming = SingleMessage | BatchMessage | Problem;

export function createProblem(problem: ProblemName, id?: IdText, answerable = true): Problem {
  const [condition, details] = PROBLEMS[problem];
  return { kind: 'problem', problem, condition, details, id, answerable };
}

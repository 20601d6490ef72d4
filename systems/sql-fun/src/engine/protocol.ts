/** An error as PostgreSQL reports it. */
export interface PgError {
  /** SQLSTATE. */
  readonly code: string;
  readonly message: string;
  /** In characters of the text that was sent, from 1. */
  readonly position?: number;
  readonly hint?: string;
}

/** A column of a result. */
export interface ResultColumn {
  readonly name: string;
  /** The relation that it comes from, and its number there; 0 where it is calculated. */
  readonly relation: number;
  readonly attribute: number;
  readonly type: number;
  readonly modifier: number;
}

/** How PostgreSQL answers messages. */
interface Reply {
  readonly error?: PgError;
  /** False where PostgreSQL does not say that it is ready for more, or says that it gives up: it cannot be asked any more. */
  readonly isReady: boolean;
}

/** What Parse and Describe say of a statement. */
export interface Described extends Reply {
  /** False where PostgreSQL gave neither an error nor an answer: the statement was too deep for its stack. */
  readonly parsed: boolean;
  readonly columns: readonly ResultColumn[];
  /** Types of the parameters, from $1. */
  readonly parameters: readonly number[];
  /** The analysed tree, where it was asked for. */
  readonly tree?: string;
}

/** Statements to execute. */
export const queryMessage = (sql: string): Buffer => message('Q', text(sql));

export function readReply(reply: Buffer): Reply {
  let error: PgError | undefined;
  let [isReady, givesUp] = [false, false];
  for (const [kind, body] of messagesIn(reply)) {
    if (kind === 'Z') isReady = true;
    if (kind !== 'E') continue;
    const fields = fieldsOf(body);
    error ??= toError(fields);
    givesUp ||= fields.get('V') === 'PANIC' || fields.get('V') === 'FATAL';
  }
  return { isReady: isReady && !givesUp, ...(error && { error }) };
}

/** Parse, Describe and Sync: the statement is analysed, and neither planned nor executed. */
export function describeMessages(sql: string, types: readonly number[] = []): Buffer {
  const given = Buffer.alloc(2 + 4 * types.length);
  given.writeUInt16BE(types.length);
  types.forEach((type, n) => given.writeUInt32BE(type, 2 + 4 * n));
  return Buffer.concat([
    message('P', Buffer.concat([text(''), text(sql), given])),
    message('D', text('S')),
    message('S', Buffer.alloc(0)),
  ]);
}

export function readDescribed(reply: Buffer): Described {
  let tree: string | undefined;
  let parsed = false;
  let columns: readonly ResultColumn[] = [];
  let parameters: readonly number[] = [];
  for (const [kind, body] of messagesIn(reply)) {
    if (kind === '1') parsed = true;
    else if (kind === 't') parameters = parametersOf(body);
    else if (kind === 'T') columns = columnsOf(body);
    else if (kind === 'N') tree ??= treeOf(fieldsOf(body));
  }
  return { ...readReply(reply), parsed, columns, parameters, ...(tree && { tree }) };
}

function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`);

function* messagesIn(reply: Buffer): Generator<readonly [kind: string, body: Buffer]> {
  for (let start = 0; start < reply.length;) {
    const end = start + 1 + reply.readInt32BE(start + 1);
    yield [String.fromCharCode(reply[start]!), reply.subarray(start + 5, end)];
    start = end;
  }
}

/** The fields of an error or a notice, by their letter. */
function fieldsOf(body: Buffer): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (let start = 0; body[start];) {
    const end = body.indexOf(0, start);
    fields.set(String.fromCharCode(body[start]!), body.toString('utf8', start + 1, end));
    start = end + 1;
  }
  return fields;
}

function toError(fields: ReadonlyMap<string, string>): PgError {
  const position = fields.get('P');
  const hint = fields.get('H');
  return {
    code: fields.get('C') ?? 'XX000',
    message: fields.get('M') ?? '',
    ...(position !== undefined && { position: Number(position) }),
    ...(hint !== undefined && { hint }),
  };
}

/** With `debug_print_parse` the tree is the detail of a log line. */
function treeOf(fields: ReadonlyMap<string, string>): string | undefined {
  return fields.get('S') === 'LOG' ? fields.get('D') : undefined;
}

function parametersOf(body: Buffer): readonly number[] {
  return Array.from({ length: body.readUInt16BE(0) }, (_, n) => body.readUInt32BE(2 + 4 * n));
}

function columnsOf(body: Buffer): readonly ResultColumn[] {
  let at = 2;
  return Array.from({ length: body.readUInt16BE(0) }, () => {
    const end = body.indexOf(0, at);
    const column = {
      name: body.toString('utf8', at, end),
      relation: body.readUInt32BE(end + 1),
      attribute: body.readInt16BE(end + 5),
      type: body.readUInt32BE(end + 7),
      modifier: body.readInt32BE(end + 13),
    };
    at = end + 19; // behind the format
    return column;
  });
}

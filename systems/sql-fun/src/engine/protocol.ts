export interface PgError {
  readonly code: string;
  readonly message: string;
  /** In characters of the text that was sent, from 1. */
  readonly position?: number | undefined;
  readonly hint?: string | undefined;
  /** The column that is missing is one of a composite type: `(c).nope`. */
  readonly ofType?: true | undefined;
}

export interface ResultColumn {
  readonly name: string;
  readonly type: number;
  readonly modifier: number;
}

/** How PostgreSQL answers messages; of a statement, what Parse and Describe say. */
export interface Described {
  readonly error?: PgError;
  /** False where PostgreSQL does not say that it is ready for more, or says that it gives up: it cannot be used any more. */
  readonly isReady: boolean;
  /** False where PostgreSQL gave neither an error nor an answer: the statement was too deep for its stack. */
  readonly parsed: boolean;
  readonly columns: readonly ResultColumn[];
  readonly parameters: readonly number[];
  /** The analysed tree, if requested: a character for each byte of its UTF-8, which takes no time to make. */
  readonly tree?: string;
}

/** The stream is not read by PGlite's own parser, which takes twice the time for a tree. */
export function readReply(bytes: Buffer): Described {
  const reply: { -readonly [Key in keyof Described]: Described[Key] } = {
    ...{ isReady: false, parsed: false, columns: [], parameters: [] },
  };
  let givesUp = false;
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = start + 1 + bytes.readInt32BE(start + 1);
    const body = bytes.subarray(start + 5, end);
    const kind = String.fromCharCode(bytes[start]!);
    if (kind === 'Z') reply.isReady = true;
    else if (kind === '1') reply.parsed = true;
    else if (kind === 't') reply.parameters = parametersOf(body);
    else if (kind === 'T') reply.columns = columnsOf(body);
    else if (kind === 'N') {
      // With `debug_print_parse` the tree is the detail of a log line.
      const { S, D } = fieldsOf(body, 'latin1');
      if (S === 'LOG' && D !== undefined) reply.tree ??= D;
    } else if (kind === 'E') {
      const { V, C = 'XX000', M = '', P, H, R } = fieldsOf(body);
      reply.error ??= {
        ...{ code: C, message: M, position: P === undefined ? P : Number(P), hint: H },
        // The routine is the only thing but words that tells the two kinds of missing columns apart.
        ofType: R === 'unknown_attribute' || undefined,
      };
      givesUp ||= V === 'PANIC' || V === 'FATAL';
    }
  }
  return { ...reply, isReady: reply.isReady && !givesUp };
}

function fieldsOf(
  body: Buffer,
  encoding: BufferEncoding = 'utf8',
): Partial<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (let start = 0, end = 0; body[start]; start = end + 1) {
    end = body.indexOf(0, start);
    fields[String.fromCharCode(body[start]!)] = body.toString(encoding, start + 1, end);
  }
  return fields;
}

function parametersOf(body: Buffer): readonly number[] {
  return Array.from({ length: body.readUInt16BE(0) }, (_, n) => body.readUInt32BE(2 + 4 * n));
}

function columnsOf(body: Buffer): readonly ResultColumn[] {
  let at = 2;
  return Array.from({ length: body.readUInt16BE(0) }, () => {
    const end = body.indexOf(0, at);
    const name = body.toString('utf8', at, end);
    at = end + 19; // behind the format
    // Between them: the relation, the column's number there, and the type's size.
    return { name, type: body.readUInt32BE(end + 7), modifier: body.readInt32BE(end + 13) };
  });
}

/** Parse, Describe (unless only the verdict is wanted) and Sync. PGlite's own writer takes three times as long. */
export function writeParse(sql: string, types: readonly number[], verdictOnly: boolean): Buffer {
  const textLength = Buffer.byteLength(sql);
  const parseLength = 8 + textLength + 4 * types.length;
  const bytes = Buffer.allocUnsafe(1 + parseLength + (verdictOnly ? 0 : 7) + 5);
  let at = bytes.writeInt32BE(parseLength, bytes.write('P'));
  at = bytes.writeUInt8(0, at); // the statement has no name
  at += bytes.write(sql, at);
  at = bytes.writeInt16BE(types.length, bytes.writeUInt8(0, at));
  for (const type of types) at = bytes.writeUInt32BE(type, at);
  bytes.write(`${verdictOnly ? '' : 'D\0\0\0\x06S\0'}S\0\0\0\x04`, at, 'latin1');
  return bytes;
}

import type { Writable } from 'node:stream';
import { quoteForeign, stripInvisible } from '@errata/core/internal';
import type { Redactor } from '@errata/core';
import { ignoreErrors } from '../process/index.js';

export interface DivertOptions {
  readonly errors: Writable;
  readonly redactor: Redactor;
  /** Called with the first stray text, as one short line without secrets. */
  readonly onStray?: (text: string) => void;
}

const NOTICE = 'errata: something wrote to stdout; it was moved to stderr. First: ';
const MAX_LINE = 200;
/** Enough for any secret that could begin in what is shown. */
const MAX_SEARCHED = 65_536;

/**
 * Reserve a stream for messages: text of other code (console.log, a dependency's banner) goes to `errors`. Text
 * without a newline would otherwise stand in front of the next reply, and the client would lose that reply without a word.
 * It catches all writes through the stream object; `fs.writeSync(1, …)` and child processes bypass it.
 */
export function divertOutput(output: Writable, options: DivertOptions) {
  const { errors } = options;
  const own = Object.hasOwn(output, 'write');
  const write = output.write;
  let active = true;
  let reported = false;
  ignoreErrors(errors);

  const diverted = (...args: [chunk: unknown, ...rest: unknown[]]): boolean => {
    if (!active) return Reflect.apply(write, output, args) as boolean;
    if (!reported) {
      reported = true;
      tell(args[0], args[1], options);
    }
    Reflect.apply(errors.write, errors, args);
    return true; // never false: 'drain' would come from the other stream
  };
  output.write = diverted;

  return {
    /** The stream's own. */
    write,
    restore() {
      active = false; // where somebody wrapped it in the meantime, it stays there and does nothing
      if (output.write !== diverted) return;
      if (own) output.write = write;
      else delete (output as Partial<Writable>).write;
    },
  };
}

/** The notice goes first: the stray text may have no newline. */
function tell(
  chunk: unknown,
  encoding: unknown,
  { errors, redactor, onStray }: DivertOptions,
): void {
  try {
    const text = redactor.redact(stripInvisible(toText(chunk, encoding)));
    const shown = quoteForeign(text, MAX_LINE - NOTICE.length - 2);
    errors.write(`${NOTICE}${shown}\n`);
    onStray?.(shown.slice(1, -1));
  } catch {
    // Neither a hook nor a pattern of one's own may fail the caller of console.log.
  }
}

function toText(chunk: unknown, encoding: unknown): string {
  if (typeof chunk === 'string') {
    const isPlain = typeof encoding !== 'string' || /^utf-?8$/i.test(encoding);
    const text = isPlain ? chunk : Buffer.from(chunk, encoding as BufferEncoding).toString();
    return text.slice(0, MAX_SEARCHED);
  }
  if (!ArrayBuffer.isView(chunk)) return '';
  const { buffer, byteOffset, byteLength } = chunk;
  return Buffer.from(buffer, byteOffset, Math.min(byteLength, MAX_SEARCHED)).toString();
}

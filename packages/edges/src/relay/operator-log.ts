import { type View, type FailureAnswers, cleanText, Call } from '@errata/core/internal';
import { excerpt } from './clean-reply.js';

/** The operator's log: usually stderr of this process. */
export interface ErrorStream {
  write(text: string): boolean;
  on(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

const KINDS = {
  noise:
    'The server writes lines to its stdout that are not JSON-RPC messages; they are shown here',
  'unknown-id': 'The server answers requests that nobody waits for; such replies are shown here',
  broken:
    'The server sends replies that are no valid JSON-RPC; they are answered as internal errors',
  refused: 'The server sends requests that no client can read; they are answered as invalid',
} as const;

export type Complaint = keyof typeof KINDS;

/** Tells the operator what the client must not see, without secrets. Each kind of trouble is explained once. */
export class OperatorLog {
  readonly #errors: ErrorStream;
  readonly #view: View;
  readonly #answers: FailureAnswers;
  readonly #explained = new Set<Complaint>();
  #full: Promise<void> | undefined = undefined;

  constructor(errors: ErrorStream, view: View, answers: FailureAnswers) {
    this.#errors = errors;
    this.#view = view;
    this.#answers = answers;
  }

  /** A line of the server's stderr. A promise where the reader is slower than the server. */
  pass(line: string): Promise<void> | undefined {
    return this.#write(cleanText(line, this.#view));
  }

  complain(kind: Complaint, text: string): void {
    const shown = excerpt(text, this.#view);
    if (!this.#explained.has(kind)) {
      this.#explained.add(kind);
      void this.#write(`errata relay: ${KINDS[kind]}`);
      // Broken and refused ones have a record of their own each time.
      if (kind === 'noise' || kind === 'unknown-id') this.#record(kind, shown);
    }
    // Its stdout has to be read on, so what the operator cannot keep up with is lost.
    if (this.#full === undefined) void this.#write(`errata relay: ${kind}: ${shown}`);
  }

  #record(kind: Complaint, shown: string): void {
    const call = new Call('', undefined);
    const given = { details: KINDS[kind], effect: 'none', debug: shown } as const;
    this.#answers.note(
      this.#answers.toFault({ condition: 'internal', given }, call),
      call,
      undefined,
    );
  }

  #write(line: string): Promise<void> | undefined {
    try {
      return this.#errors.write(`${line}\n`) === false
        ? (this.#full ??= this.#drained())
        : undefined;
    } catch {
      return undefined; // a log that cannot be written must not cost anyone a reply
    }
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#errors.off('drain', done);
        this.#errors.off('close', done);
        this.#full = undefined;
        resolve();
      };
      this.#errors.on('drain', done);
      // It is not read any more: a server that waits for its stderr would hang.
      this.#errors.on('close', done);
    });
  }
}

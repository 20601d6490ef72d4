import process from 'node:process';
import type { Connection, Deliver } from '@errata/core/server';
import type { Redactor } from '@errata/core/fault';
import { endOnSignals } from './end-on-signals.js';
import { guardProcess } from './guard-process.js';

/** What has to be known of something that is served, to end it well. */
export interface Serving {
  readonly redactor: Redactor | undefined;
  connections(): Iterable<Connection>;
  readonly deliver: Deliver;
  /** Send what is to be sent, and take no more. */
  flush(): Promise<void>;
  /** Finish what is in progress, and end. */
  close(): Promise<void>;
}

/** While it stands, a crash answers what is in progress, and a signal lets it finish. Gives back how to remove it. */
export function guardServing({
  redactor,
  connections,
  deliver,
  flush,
  close,
}: Serving): () => void {
  const undo = [
    guardProcess({ ...(redactor && { redactor }), connections, deliver, flush }),
    // A program with listeners of its own decides itself when to end.
    process.listenerCount('SIGTERM') + process.listenerCount('SIGINT') > 0
      ? () => undefined
      : endOnSignals(process, endWith(close)),
  ];
  return () => undo.forEach((each) => each());
}

/** Told once, it finishes what is in progress; told twice, somebody has no patience left. */
function endWith(close: () => Promise<void>): (code: number) => void {
  let ending = false;
  return (code) => {
    if (ending) process.exit(code);
    ending = true;
    void close().finally(() => process.exit(code));
  };
}

import { sendClaim, type OnSettled, type Outcome, type SendContext } from './send-claim.js';

export interface OutboxWorkerOptions extends Pick<SendContext, 'logbook' | 'openMemory'> {
  /** Of its own for each worker; it is seen in the leases. */
  readonly workerId: string;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** Milliseconds between two looks at the outbox; 5,000 unless told. */
  readonly interval?: number;
  /** Rows that are taken, and sent, at once; 10 unless told. */
  readonly batch?: number;
  /** Milliseconds that rows are kept from other workers; 60,000 unless told, more than sending may take. */
  readonly leaseMs?: number;
  /** Which OpenMemory this one is: rows for another are left alone. */
  readonly destination?: string;
  readonly onSettled?: OnSettled;
  /** The logbook failed. The rows in hand are taken again after their lease. */
  readonly onError?: (error: unknown) => void;
}

export interface OutboxRun {
  readonly sent: number;
  readonly retried: number;
  readonly dead: number;
}

/** Brings what waits in the outbox to OpenMemory. */
export interface OutboxWorker {
  /** One batch. Rows whose lease was lost are in no count. */
  runOnce(): Promise<OutboxRun>;
  /** Look again and again, until stopped. */
  start(): void;
  /** Waits for what is in hand. */
  stop(): Promise<void>;
}

/** A worker that shares the outbox with any number of others. */
export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const { logbook, openMemory, workerId, onSettled, onError } = options;
  const { random = Math.random, interval = 5_000, batch = 10, leaseMs = 60_000 } = options;
  const context: SendContext = { logbook, openMemory, random, onSettled };
  let loop: object | undefined;
  let timer: NodeJS.Timeout | undefined;
  let inHand: Promise<unknown> = Promise.resolve();

  const runOnce = async (): Promise<OutboxRun> => {
    const { destination } = options;
    const claims = await logbook.outbox.claim({
      ...{ workerId, limit: batch, leaseMs },
      ...(destination !== undefined && { destination }),
    });
    const ended = await Promise.allSettled(claims.map((claim) => sendClaim(claim, context)));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const count = (outcome: Outcome) =>
      ended.filter((one) => one.status === 'fulfilled' && one.value === outcome).length;
    return { sent: count('sent'), retried: count('retried'), dead: count('dead') };
  };

  const round = async (mine: object) => {
    let pause = interval;
    try {
      const { sent, retried, dead } = await runOnce();
      if (sent + retried + dead === batch) pause = 0; // there may be more
    } catch (error) {
      onError?.(error);
    }
    if (loop === mine) schedule(mine, pause);
  };
  const schedule = (mine: object, pause: number) => {
    timer = setTimeout(() => {
      inHand = Promise.all([inHand, round(mine)]);
    }, pause);
  };

  return {
    runOnce,
    start() {
      if (loop === undefined) schedule((loop = {}), 0);
    },
    async stop() {
      loop = undefined;
      clearTimeout(timer);
      await inHand;
    },
  };
}

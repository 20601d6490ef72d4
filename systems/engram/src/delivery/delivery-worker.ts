import { sendClaim, type OnSettled, type DeliveryOutcome, type SendContext } from './deliver.js';

interface DeliveryWorkerOptions extends Pick<SendContext, 'logbook' | 'openMemory'> {
  /** Of its own for each worker; it is seen in the leases. */
  readonly workerId: string;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** Milliseconds between two looks at the outbox. Default: 5,000. */
  readonly interval?: number;
  /** Rows that are taken, and sent, at once. Default: 10. */
  readonly batch?: number;
  /** Milliseconds that rows are kept from other workers, more than sending may take. Default: 60,000. */
  readonly leaseMs?: number;
  /** Which OpenMemory this one is: rows for another are skipped. */
  readonly destination?: string;
  readonly onSettled?: OnSettled;
  /** Milliseconds that a memory is tried before it is given up. Default: a week. */
  readonly patience?: number;
  /** The logbook failed. The rows in hand are taken again after their lease. */
  readonly onError?: (error: unknown) => void;
}

export type DeliveryWorker = ReturnType<typeof createDeliveryWorker>;

/** Brings what waits in the outbox to OpenMemory. It shares the outbox with any number of other workers. */
export function createDeliveryWorker(options: DeliveryWorkerOptions) {
  const { logbook, openMemory, workerId, onSettled, onError } = options;
  const { random = Math.random, interval = 5_000, batch = 10, leaseMs = 60_000 } = options;
  const { patience } = options;
  const context: SendContext = {
    ...{ logbook, openMemory, random, onSettled },
    ...(patience !== undefined && { patience }),
  };
  let loop: object | undefined;
  let timer: NodeJS.Timeout | undefined;
  let inHand: Promise<unknown> = Promise.resolve();

  const runOnce = async () => {
    const { destination } = options;
    const claims = await logbook.outbox.claim({
      ...{ workerId, limit: batch, leaseMs },
      ...(destination !== undefined && { destination }),
    });
    const ended = await Promise.allSettled(claims.map((claim) => sendClaim(claim, context)));
    const failed = ended.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const count = (outcome: DeliveryOutcome) =>
      ended.filter((one) => one.status === 'fulfilled' && one.value === outcome).length;
    return {
      sent: count('sent') + count('kept'),
      retried: count('retried'),
      dead: count('dead'),
    };
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
    timer = setTimeout(begin, pause, mine);
  };
  const begin = (mine: object) => {
    inHand = Promise.all([inHand, round(mine)]);
  };

  return {
    /** One batch. Rows whose lease was lost are in no count. */
    runOnce,
    /** Look again and again, until stopped. */
    start() {
      if (loop === undefined) schedule((loop = {}), 0);
    },
    /** Look now, also if it is stopped right afterwards. */
    hurry() {
      if (loop === undefined) return;
      clearTimeout(timer);
      begin((loop = {}));
    },
    /** Waits for what is in hand. */
    async stop() {
      loop = undefined;
      clearTimeout(timer);
      await inHand;
    },
  };
}

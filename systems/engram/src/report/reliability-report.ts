import { z } from 'zod';

const count = z.int().nonnegative();

const operations = z.strictObject({
  allow: count.describe('Writes that were let through as asked'),
  redirect: count.describe('Writes that the policy sent to a private space'),
  reject: count.describe('Calls that were refused'),
  deferred: count.describe('Writes that went to the outbox because OpenMemory failed'),
  degraded: count.describe('Queries that were answered from the Logbook'),
  failed: count.describe('Calls that failed'),
  done: count.describe('Writes that were carried out, at once or from the outbox'),
  dead: count.describe('Memories that were given up'),
});

const failure = z.strictObject({
  reason: z.string().describe('As the audit has it'),
  count,
  share: z.number().min(0).max(1).describe('Of all entries that have a reason'),
});

const hour = z.strictObject({
  hour: z.string().describe('Its beginning, ISO 8601 in UTC'),
  total: count.describe('The sum of the five that follow'),
  done: count,
  deferred: count.describe('Counted again as done, or failed, when it leaves the outbox'),
  degraded: count,
  rejected: count,
  failed: count.describe('With what was given up'),
  reasons: z.record(z.string(), count).describe('How often each reason was given'),
});

const outbox = z.strictObject({
  pending: count.describe('Memories that wait to be sent'),
  held: count.describe('Memories that wait until an operator has acted'),
  sent: count.describe('Memories that were sent, ever'),
  kept: count.describe('Memories that the gateway keeps, because OpenMemory has a similar text'),
  dead: count.describe('Memories that were given up and are still kept'),
  oldest_pending_seconds: count.nullable().describe('How long the oldest waits; null: none waits'),
  next_try_at: z
    .string()
    .nullable()
    .describe('When the next one is sent, ISO 8601; null: none waits'),
  by_attempts: z
    .array(
      z.strictObject({
        ...{ attempts: count, pending: count, held: count, sent: count, kept: count, dead: count },
      }),
    )
    .describe('The same by how many tries failed'),
});

const openmemory = z.discriminatedUnion('reachable', [
  z.strictObject({
    reachable: z.literal(true),
    dialect: z.string().describe('Which OpenMemory it is'),
    memories: count.optional().describe('How many it holds, where it says so'),
  }),
  z.strictObject({
    reachable: z.literal(false),
    reason: z.string().describe('Why it could not be asked'),
  }),
]);

/** What reliability_report says, as figures; the descriptions are published with the schema. */
export const reliabilityReport = z.strictObject({
  hours: count.describe('How far it looks back'),
  since: z.string().describe('The beginning of that time, ISO 8601 in UTC'),
  operations: operations.describe('Entries of the audit since then, by action'),
  failures: z.array(failure).describe('Why calls did not go as asked, most frequent first'),
  per_hour: z.array(hour).describe('Oldest first, without hours in which nothing was recorded'),
  outbox: outbox.describe('As it is now, whatever the time looked back'),
  openmemory: openmemory.describe('As it is now'),
  hints: z.array(z.string()).describe('What to do, most urgent first; empty when all is well'),
});

/** A report as figures. */
export type ReliabilityReport = z.output<typeof reliabilityReport>;

/** A report before there are hints in it. */
export type ReportFacts = Omit<ReliabilityReport, 'hints'>;

/** Whether nothing waits or was given up, OpenMemory answers, and every call went as asked. */
export function isWell({ operations, outbox, openmemory }: ReportFacts): boolean {
  const { reject, deferred, degraded, failed, dead } = operations;
  const troubles =
    reject + deferred + degraded + failed + dead + outbox.pending + outbox.held + outbox.dead;
  return openmemory.reachable && troubles === 0;
}

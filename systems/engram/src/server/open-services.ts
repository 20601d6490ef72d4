import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { createRedactor, isFault, type Redactor } from '@errata/core';
import { recordSettlement } from '../delivery/deliver.js';
import { createDeliveryWorker } from '../delivery/delivery-worker.js';
import { openLogbook, type Logbook } from '../logbook/logbook.js';
import {
  createOpenMemoryClient,
  detectDialect,
  DIALECTS,
  startOpenMemory,
} from '../openmemory/index.js';
import type { Resolved } from '../settings/resolve-options.js';
import type { Services } from '../tools/tool.js';

/** The services of one process. */
export interface Opened {
  readonly services: Services;
  /** The gateway is about to stop: what OpenMemory has not answered by then waits in the outbox, and the caller's reply says so. */
  hurry(): void;
  close(): Promise<void>;
}

/** Open logbook and OpenMemory, register who is to be known, and begin to send what waits. */
export async function openServices(
  resolved: Resolved,
  users: readonly string[] = [],
  secrets: readonly string[] = [],
): Promise<Opened> {
  const { settings } = resolved;
  const redactor = createRedactor();
  for (const secret of [settings.adminKey, ...secrets]) {
    if (secret !== undefined) redactor.addSecret(secret);
  }
  const logbook = await openLogbook({
    url: resolved.logbook,
    evidenceFolder: resolved.evidenceFolder,
    redactor,
  });
  try {
    await register(logbook, [...users, ...resolved.members], resolved.admins);
    const memory = await reachOpenMemory(resolved, logbook, redactor);
    const worker = createDeliveryWorker({
      ...{ logbook, openMemory: memory.client },
      workerId: `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`,
      leaseMs: settings.openMemoryTimeout + 30_000,
      destination: settings.destination,
      patience: settings.keepTrying,
      onSettled: recordSettlement,
      onError: tellFailure,
    });
    worker.start();
    return {
      services: {
        settings,
        logbook,
        openMemory: memory.client,
        redactor,
        onRequeued: () => worker.hurry(),
        onUnsettled: tellFailure,
        now: Date.now,
      },
      hurry: () => void setTimeout(() => void memory.client.close(), PATIENCE).unref(),
      async close() {
        // What is being sent is finished or given back by its lease; the worker must not wait for an OpenMemory that hangs.
        const stopped = worker.stop();
        await memory.close();
        await stopped;
        await logbook.close();
      },
    };
  } catch (error) {
    await logbook.close();
    throw error;
  }
}

/** Milliseconds that calls get at the end; clients are cut off after twice that. */
const PATIENCE = 5_000;

/** What is in hand is taken up again by itself; somebody should know that it does not go on. */
function tellFailure(error: unknown): void {
  const description = isFault(error)
    ? error.message
    : error instanceof Error
      ? error.name
      : 'failure';
  process.stderr.write(`errata: the outbox worker: ${description}\n`);
}

/** Whom the operator names is known from the start; who was made an administrator stays one. */
async function register({ users }: Logbook, members: readonly string[], admins: readonly string[]) {
  for (const id of members) await users.add({ id });
  for (const id of admins) {
    if (!(await users.add({ id, role: 'admin' }))) await users.setRole(id, 'admin');
  }
}

/** The OpenMemory of the options, or one in this process. */
async function reachOpenMemory(
  { openMemory: place, settings }: Resolved,
  logbook: Logbook,
  redactor: Redactor,
) {
  const { openMemoryTimeout: timeout, destination } = settings;
  if (place.kind === 'embedded') {
    const { database, embeddings } = place;
    if (embeddings?.apiKey !== undefined) redactor.addSecret(embeddings.apiKey);
    const own = await startOpenMemory({
      ...{ database, apiKey: randomBytes(24).toString('base64url') },
      ...(embeddings && { embeddings: { ...embeddings, onState: reportEmbeddings } }),
    });
    redactor.addSecret(own.apiKey!);
    const client = createOpenMemoryClient({ url: own.url, timeout, apiKey: own.apiKey! });
    const close = async () => {
      await client.close();
      await own.close();
    };
    return { client, close };
  }
  const { url, api, apiKey, keys } = place;
  for (const secret of [apiKey, ...keys.values()]) {
    if (secret !== undefined) redactor.addSecret(secret);
  }
  const known = `openmemory_api ${destination}` as const;
  const before = await logbook.settings.get(known);
  const remembered = DIALECTS.find((name) => name === before);
  const options = { url, keys, ...(apiKey !== undefined && { apiKey }) };
  const { dialect, warning } = await detectDialect({
    ...options,
    ...(api !== undefined && { wanted: api }),
    ...(remembered !== undefined && { remembered }),
  });
  if (dialect !== before) await logbook.settings.set(known, dialect, 'gateway');
  process.stderr.write(`errata: OpenMemory at ${destination}: ${dialect}\n`);
  if (warning !== undefined) process.stderr.write(`errata: ${warning}\n`);
  const client = createOpenMemoryClient({ ...options, timeout, dialect });
  return { client, close: () => client.close() };
}

function reportEmbeddings(failure: string | undefined): void {
  const state =
    failure === undefined
      ? 'the server answers again'
      : `${failure}; memories are found by their words until the server answers`;
  process.stderr.write(`errata: embeddings: ${state}\n`);
}

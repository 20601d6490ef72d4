import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedactor } from '@errata/core';
import { createRef } from '@errata/core/internal';
import { openStore } from '@errata/store';
import type { CallerIdentity } from '../../access/token-list.js';
import { recordSettlement } from '../../delivery/deliver.js';
import { createDeliveryWorker } from '../../delivery/delivery-worker.js';
import { openEvidenceFiles } from '../../logbook/evidence-files.js';
import { createLogbook } from '../../logbook/logbook.js';
import { MIGRATIONS, type LogbookDatabase } from '../../logbook/schema.js';
import type { EngramAuditEvent } from '../../logbook/write-audit.js';
import {
  createOpenMemoryClient,
  startOpenMemory,
  type OpenMemoryClient,
} from '../../openmemory/index.js';
import type { Settings } from '../../settings/resolve-options.js';
import type { Services } from '../../tools/tool.js';
import { PERFORM, type Simulated } from '../../../lab/sim/published-servers.js';
import { handleToolsCall } from '../handle-tools-call.js';
import { ANN, BOB, ROOT } from './identities.js';
import { createSurvey } from './survey.js';

export const START = '2026-01-01T00:00:00.000Z';

export interface GatewayOptions extends Partial<Settings> {
  /** The database of the logbook. Default: a SQLite file. */
  readonly url?: string;
  /** Which published server OpenMemory is. Default: the embedded service. */
  readonly dialect?: Simulated;
  /** Bytes of a memory that OpenMemory takes. */
  readonly maxContentBytes?: number;
  /** Replaces calls of the real client. */
  readonly around?: (client: OpenMemoryClient) => Partial<OpenMemoryClient>;
}

/** What a call was answered with. */
export interface Answered {
  readonly ref: string;
  readonly line: string;
  readonly text: string;
  readonly isError: boolean;
  readonly facts: Readonly<Record<string, unknown>>;
}

export type TestGateway = Awaited<ReturnType<typeof openGateway>>;

const SETTINGS: Settings = {
  lang: 'en',
  unknownActor: 'degrade',
  without: new Set(),
  destination: 'http://openmemory',
  openMemoryTimeout: 60_000,
  keepTrying: 7 * 86_400_000,
  adminKey: undefined,
};

/**
 * A gateway without its wire: a real logbook, a real OpenMemory, and a clock that only `advance` moves. Ann and Bob are members, Root is an
 * administrator.
 */
export async function openGateway(options: GatewayOptions = {}) {
  const { url, maxContentBytes, around, dialect, ...given } = options;
  const settings = { ...SETTINGS, ...given };
  const folder = mkdtempSync(join(tmpdir(), 'errata-gateway-'));
  const evidenceFolder = join(folder, 'evidence');
  let time = Date.parse(START);
  const now = () => time;
  const secrets = settings.adminKey === undefined ? [] : [settings.adminKey];
  const redactor = createRedactor({ secrets });
  const store = await openStore<LogbookDatabase>({
    url: url ?? `sqlite:${join(folder, 'logbook.db')}`,
    migrations: MIGRATIONS,
  });
  const files = await openEvidenceFiles(evidenceFolder);
  const logbook = createLogbook({ store, files, redactor, now });
  for (const { user: id } of [ANN, BOB]) await logbook.users.add({ id: id! });
  await logbook.users.add({ id: ROOT.user!, role: 'admin' });
  const server = await startOpenMemory({
    database: join(folder, 'openmemory.db'),
    apiKey: 'key-of-openmemory',
    ...(dialect !== undefined && { perform: PERFORM[dialect] }),
    ...(maxContentBytes !== undefined && { maxContentBytes }),
  });
  const client = createOpenMemoryClient({
    url: server.url,
    apiKey: 'key-of-openmemory',
    ...(dialect !== undefined && { dialect: `openmemory-${dialect}` as const }),
    timeout: settings.openMemoryTimeout,
    retries: { attempts: 1 },
    now,
  });
  const openMemory = { ...client, ...around?.(client) };
  const onUnsettled = () => undefined;
  const services: Services = {
    ...{ settings, logbook, openMemory, redactor, onUnsettled, now },
    onRequeued: () => undefined,
  };
  /** What was done and could not be recorded. */
  const unrecorded: EngramAuditEvent[] = [];
  return {
    ...createSurvey(store.db, evidenceFolder),
    ...{ logbook, db: store.db, evidenceFolder, unrecorded },
    openMemory: server,
    /** Runs only when a test calls it. */
    worker: createDeliveryWorker({
      ...{ logbook, openMemory },
      workerId: 'test',
      leaseMs: settings.openMemoryTimeout + 30_000,
      random: () => 0.5,
      patience: settings.keepTrying,
      onSettled: recordSettlement,
    }),
    /** Rejects with the fault of a call that failed. */
    async call(
      name: string,
      args?: unknown,
      identity: CallerIdentity = ANN,
      signal = new AbortController().signal,
    ): Promise<Answered> {
      const ref = createRef();
      const result = await handleToolsCall(
        { name, arguments: args },
        {
          ...{ services, identity, ref, signal },
          onUnrecorded: (event) => void unrecorded.push(event),
        },
      );
      const { text } = result.content[0]!;
      const { structuredContent: facts, isError } = result;
      return { ref, line: text.split('\n', 1)[0]!, text, isError, facts };
    },
    /** What the audit has of a call, oldest first. */
    history: async (correlationId: string) =>
      [...(await logbook.audit.recent({ limit: 100, correlationId }))].reverse(),
    advance: (milliseconds: number) => void (time += milliseconds),
    async close() {
      await client.close();
      await server.close();
      await logbook.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

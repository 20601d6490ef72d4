import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Era, FaultRecord } from '@errata/core';
import { connectHttp, type HttpWire } from '@errata/prove';
import { openStore } from '@errata/store';
import { createSurvey } from '../../gate/testing/survey.js';
import { MIGRATIONS, type LogbookDatabase } from '../../logbook/schema.js';
import { startOpenMemory } from '../../openmemory/index.js';
import type { ServeEngramHttpOptions } from '../../settings/options.js';
import { serveHttp } from '../serve-engram.js';

export const TOKENS = {
  ann: 'token-of-ann-0123456789',
  bob: 'token-of-bob-0123456789',
  root: 'token-of-root-012345678',
  everybody: 'token-of-all-0123456789',
} as const;

export const ADMIN_KEY = 'canary-of-the-admin-key-77';

export interface GatewayOptions extends Partial<
  Omit<ServeEngramHttpOptions, 'http' | 'onFault' | 'user'>
> {
  /** Default: Ann. With `undefined` the call names no user. */
  readonly user?: string | undefined;
  readonly http?: ServeEngramHttpOptions['http'];
  readonly maxContentBytes?: number;
  /** The revision that clients speak. Default: 2025-11-25. */
  readonly era?: Era;
}

export type StartedGateway = Awaited<ReturnType<typeof startGateway>>;

/**
 * A gateway on a port, with its OpenMemory and a second look into its logbook. Ann and Bob have tokens, Root is an administrator, and there is
 * a token for everybody.
 */
export async function startGateway(options: GatewayOptions = {}) {
  const { http, maxContentBytes, env, era: usual = '2025-11-25', ...more } = options;
  const { user, ...given } = { user: 'ann', ...more };
  const folder = mkdtempSync(join(tmpdir(), 'errata-gateway-'));
  const tokens = join(folder, 'tokens');
  const { ann, bob, root, everybody } = TOKENS;
  writeFileSync(tokens, `ann ${ann}\nbob ${bob}\nroot ${root}\n* ${everybody}\n`, {
    mode: 0o600,
  });
  const openMemory = await startOpenMemory({
    database: join(folder, 'openmemory.db'),
    apiKey: 'key-of-openmemory',
    ...(maxContentBytes !== undefined && { maxContentBytes }),
  });
  const url = `sqlite:${join(folder, 'logbook.db')}`;
  const evidenceFolder = join(folder, 'evidence');
  /** What the operator was told. */
  const records: FaultRecord[] = [];
  const serving = await serveHttp({
    ...{ logbook: url, evidenceFolder, openMemory: openMemory.url },
    ...{ openMemoryTimeout: 60_000, admins: ['root'] },
    ...(user !== undefined && { user }),
    ...given,
    env: {
      HOME: folder,
      ERRATA_ENGRAM_OPENMEMORY_KEY: 'key-of-openmemory',
      ERRATA_ENGRAM_ADMIN_KEY: ADMIN_KEY,
      ...env,
    },
    http: http ?? { tokens },
    onFault: (record) => void records.push(record),
  });
  const { db, close } = await openStore<LogbookDatabase>({ url, migrations: MIGRATIONS });
  const wires: HttpWire[] = [];
  return {
    ...createSurvey(db, evidenceFolder),
    ...{ url: serving.url, logbookUrl: url, openMemory, db, evidenceFolder, records },
    /** A client with a token. */
    async connect(token: string = ann, era: Era = usual) {
      const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
      const wire = await connectHttp({ url: serving.url, era, headers });
      wires.push(wire);
      return wire;
    },
    /** What the audit has of a call, oldest first. */
    history: (ref: string) =>
      db
        .selectFrom('write_audit')
        .selectAll()
        .where('correlation_id', '=', ref)
        .orderBy('id')
        .execute(),
    async close() {
      for (const wire of wires) await wire.close();
      await serving.close();
      await openMemory.close();
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import type { OnFault } from '@errata/core/server';
import { within } from '@errata/edges/process';
import { serve, type HttpServing, type StdioServing } from '@errata/mcp';
import { countCalls } from '@errata/system/service';
import type { Identity } from '../access/index.js';
import { CONTRACTS, handleToolsCall, type ToolResult } from '../gate/index.js';
import type { AuditEvent } from '../logbook/index.js';
import { resolveOptions, type EngramOptions, type Resolved } from '../settings/index.js';
import { createMcpServer, type Ways } from './create-mcp-server.js';
import { createHealthRoute } from './health-route.js';
import { faultOfResult } from './fault-of-result.js';
import { httpAccess, type EngramHttpOptions } from './http-access.js';
import { listTools } from './list-tools.js';
import { openServices, type Opened } from './open-services.js';

export interface ServeEngramOptions extends EngramOptions {
  readonly onFault?: OnFault;
  /** Where a failed tool is told: as the contract has it for the era, or always as a result, which is what hosts show their models. */
  readonly toolFailures?: 'contract' | 'result';
}

export interface ServeHttpOptions extends ServeEngramOptions {
  readonly http: EngramHttpOptions;
}

/** On stdio there is one user, who may change governance and speak for others: the files are theirs anyway. */
export async function serveOnStdio(options: ServeEngramOptions = {}): Promise<StdioServing> {
  const resolved = resolveOptions(options);
  const { user } = resolved;
  const opened = await openServices(resolved, [user]);
  try {
    const { create, end, guarding } = behind(opened, options, {
      ...{ user, speaksForOthers: true, owner: true },
    });
    // A client that has closed its side may still wait for answers, and OpenMemory has its time to give them.
    const drain = resolved.settings.openMemoryTimeout + 1_000;
    return await serve(create, { ...guarding, stdio: { drain, ending: end } });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Over HTTP everybody shows a token, unless the gateway was told to trust whoever reaches it. */
export async function serveOnHttp(options: ServeHttpOptions): Promise<HttpServing> {
  // First, because it touches nothing: settings that make no sense leave no files behind.
  const resolved: Resolved = resolveOptions(options);
  const access = httpAccess(options.http, resolved.sharedToken, options.user);
  const { users, secrets, http } = access;
  const opened = await openServices(resolved, users, secrets);
  try {
    const { create, end, guarding } = behind(opened, options, access.anonymous);
    return await serve(create, {
      ...guarding,
      http: {
        ...http,
        draining: () => opened.hurry(),
        ending: end,
        routes: { '/health': createHealthRoute(opened.services) },
      },
    });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Milliseconds for calls to write their last record. */
const LAST_RECORDS = 2_000;

/** Evidence is up to 1 MiB, as text and once more as a fact, and escaped. */
const MAX_RESULT_CHARS = 8 * 1024 * 1024;

/** A parameter, what is expected of it and a hash are long: the line that a model reads has to end after them. */
const BUDGET = { firstLineTokens: 100, textTokens: 400 };

/** What stands behind the wire: servers as clients come, and an end that lets calls write their last record. */
function behind(opened: Opened, options: ServeEngramOptions, anonymous: Identity) {
  const { services } = opened;
  const { onFault, toolFailures } = options;
  const contract = CONTRACTS[services.settings.lang];
  const { run: handle, idle } = countCalls<Parameters<Ways['handle']>, ToolResult>((params, call) =>
    handleToolsCall(params, { ...call, services, onUnrecorded: tellUnrecorded }),
  );
  const ways: Ways = { handle, tools: listTools() };
  return {
    create: () => createMcpServer(ways, anonymous),
    end: () => within(LAST_RECORDS, idle()).then(() => opened.close()),
    guarding: {
      contract,
      redactor: services.redactor,
      maxResultChars: MAX_RESULT_CHARS,
      budget: BUDGET,
      reported: faultOfResult,
      ...(toolFailures === 'result' && { toolFailures: 'tool' as const }),
      ...(onFault && { onFault }),
    },
  };
}

/** The one thing that the audit does not know goes where somebody may see it. */
function tellUnrecorded({ correlation_id, tool, actor }: AuditEvent): void {
  process.stderr.write(
    `errata: done but not recorded: ${tool} by ${actor} (${correlation_id}): the audit cannot be written\n`,
  );
}

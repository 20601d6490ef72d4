import { systemToolFailures } from '@errata/catalogs/hosts';
import type { RequestListener } from 'node:http';
import { engram, ToolResultErrorCode } from '@errata/catalogs/engram';
import type { Fault } from '@errata/core';
import { objectOrEmpty } from '@errata/core/internal';
import * as mcp from '@errata/mcp';
import { serveOpened, superviseCalls } from '@errata/edges/service';
import type { CallerIdentity } from '../access/token-list.js';
import { CONTRACTS, handleToolsCall, type ToolResult } from '../gate/handle-tools-call.js';
import type { EngramAuditEvent } from '../logbook/write-audit.js';
import type { ServeEngramHttpOptions, ServeEngramOptions } from '../settings/options.js';
import { resolveOptions } from '../settings/resolve-options.js';
import type { Services } from '../tools/tool.js';
import { createMcpServer, listTools, type Ways } from './create-mcp-server.js';
import { httpAccess } from './http-access.js';
import { openServices, type Opened } from './open-services.js';

/** On stdio there is one user, who may change governance and speak for others: the files are theirs anyway. */
export async function serveStdio(options: ServeEngramOptions = {}): Promise<mcp.StdioServing> {
  const resolved = resolveOptions(options);
  const { user } = resolved;
  const anonymous = { user, speaksForOthers: true, owner: true };
  // A client that has closed its side may still wait for answers, and OpenMemory has its time to give them.
  const drain = resolved.settings.openMemoryTimeout + 1_000;
  const opened = await openServices(resolved, [user]);
  return serveOpened(opened, () => {
    const { create, ...guarding } = behind(opened, options, anonymous);
    return mcp.serveStdio(create, { ...guarding, drain });
  });
}

/** Over HTTP every caller shows a token, unless `trustEverybody` is set. */
export async function serveHttp(options: ServeEngramHttpOptions): Promise<mcp.HttpServing> {
  // First, because it touches nothing: settings that make no sense leave no files behind.
  const resolved = resolveOptions(options);
  const findUser = (token: string) => opened.services.logbook.users.findByToken(token);
  const access = httpAccess(options.http, resolved.sharedToken, findUser, options.user);
  const opened = await openServices(resolved, access.users, access.secrets);
  return serveOpened(opened, () => {
    const { create, ...guarding } = behind(opened, options, access.anonymous);
    const routes = { '/health': createHealthRoute(opened.services) };
    const draining = () => opened.hurry();
    return mcp.serveHttp(create, { ...guarding, ...access.http, draining, routes });
  });
}

/** Evidence is up to 1 MiB, as text and once more as a fact, and escaped. */
const MAX_RESULT_CHARS = 8 * 1024 * 1024;

/** A parameter, what is expected of it and a hash are long: the line that a model reads has to end after them. */
const BUDGET = { firstLineTokens: 100, textTokens: 400 };

/** A server per client, and what guards them. */
function behind(opened: Opened, options: ServeEngramOptions, anonymous: CallerIdentity) {
  const { services } = opened;
  const { onFault } = options;
  const surface = systemToolFailures(options.toolFailures);
  const { run: handle, ending } = superviseCalls<Parameters<Ways['handle']>, ToolResult>(
    (params, call) => handleToolsCall(params, { ...call, services, onUnrecorded: tellUnrecorded }),
    opened.close,
  );
  const ways: Ways = { handle, tools: listTools() };
  return {
    create: () => createMcpServer(ways, anonymous),
    ending,
    contract: CONTRACTS[services.settings.lang],
    redactor: services.redactor,
    maxResultChars: MAX_RESULT_CHARS,
    budget: BUDGET,
    reported: faultOfResult,
    ...(surface && { toolFailures: surface }),
    ...(onFault && { onFault }),
  };
}

/** A change that the audit log could not record is reported on stderr. */
function tellUnrecorded({ correlation_id, tool, actor }: EngramAuditEvent): void {
  process.stderr.write(
    `errata: done but not recorded: ${tool} by ${actor} (${correlation_id}): the audit cannot be written\n`,
  );
}

/** What the operator's record calls a refusal that was told as a result: its caller got a code of the other namespace. */
function faultOfResult(result: object): Fault | undefined {
  const { structuredContent } = result as { readonly structuredContent?: unknown };
  const { error_code, message, rule, retryable } = objectOrEmpty(structuredContent);
  const given = { details: String(message), effect: 'none' } as const;
  switch (error_code) {
    case ToolResultErrorCode.POLICY_REJECTED:
    case ToolResultErrorCode.MISSING_REQUIRED_PARAM:
      return engram.POLICY_REJECT({ rule: String(rule), retryable: retryable === true }, given);
    case ToolResultErrorCode.ADMIN_KEY_REJECTED:
      return engram.GOVERNANCE_UPDATE_DENIED({}, given);
    case ToolResultErrorCode.DEPENDENCY_MISSING:
      return engram.TOOL_EXECUTOR_NOT_REGISTERED({ tool: 'evidence_read' }, given);
    default:
      return undefined;
  }
}

/** How the gateway is, for whatever watches it: 200 while it can take writes, 503 while the logbook cannot be used. */
function createHealthRoute({ logbook, openMemory }: Services): RequestListener {
  return async (_request, response) => {
    const [kept, answered] = await Promise.allSettled([
      logbook.check(),
      openMemory.health({ signal: AbortSignal.timeout(3_000) }),
    ]);
    const ok = kept.status === 'fulfilled';
    response.writeHead(ok ? 200 : 503, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
    });
    response.end(
      JSON.stringify({
        ok,
        degraded: ok && answered.status === 'rejected',
        openmemory: openMemory.dialect,
      }),
    );
  };
}

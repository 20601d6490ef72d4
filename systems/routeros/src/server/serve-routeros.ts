import { systemToolFailures } from '@errata/catalogs/hosts';
import { routerosContract } from '@errata/catalogs/routeros';
import { isFault, type OnFault } from '@errata/core';
import type { HttpEdgeOptions } from '@errata/edges/http';
import { joinObservers } from '@errata/observe';
import { within } from '@errata/edges/process';
import * as mcp from '@errata/mcp';
import { countCalls } from '@errata/edges/service';
import { singleUser, type StdioRole, type User } from '../access/user.js';
import { createGate } from '../gate/gate.js';
import { createLook } from '../gate/look.js';
import { namesByClient } from '../gate/tool-names.js';
import type { AuditEvent } from '../registry/audit-log.js';
import type { Services } from '../services.js';
import type { RouterosOptions } from '../settings/options.js';
import { TOOLS } from '../tools/all.js';
import { createMcpServer } from './create-mcp-server.js';
import { httpAccess, type HttpAccessOptions } from './http-access.js';
import { openServices, type Opened } from './open-services.js';

export interface ServeRouterosOptions extends RouterosOptions {
  readonly onFault?: OnFault;
  /** The role of the one user on stdio. Default: admin, who may approve plans of their own. */
  readonly role?: StdioRole;
  /**
   * Where the failure of a tool goes up to 2025-11-25: the document's JSON-RPC error (`rpc`), a result with text (`tool`), or a result
   * for known hosts and an error for other clients (`by-host`, the default). `contract` and `result` are the old names.
   */
  readonly toolFailures?: Parameters<typeof systemToolFailures>[0];
}

export interface ServeHttpOptions extends ServeRouterosOptions {
  readonly http: HttpAccessOptions;
}

/** Device ids are long, and so are fingerprints: the line that a model reads has to end after the next step, not within it. */
const BUDGET = { firstLineTokens: 100, textTokens: 400 };

/** On stdio there is one user, who is trusted like the owner of the process. */
export async function serveStdio(options: ServeRouterosOptions = {}): Promise<mcp.StdioServing> {
  const opened = await openServices(options);
  const { requestTimeout } = opened.services.settings;
  const { create, end } = behind(opened, singleUser(options.role));
  return mcp.serveStdio(create, {
    ...guarding(opened, options),
    // A client that has closed its side may still wait for answers: a turn in the line, and then the request itself.
    drain: 2 * requestTimeout + 1_000,
    ending: end,
  });
}

/** Over HTTP everybody shows a token, unless the service was told to trust whoever reaches it. */
export async function serveHttp(options: ServeHttpOptions): Promise<mcp.HttpServing> {
  // First, because it touches nothing: settings that make no sense leave no files behind.
  const { anonymous, http } = httpAccess(options.http);
  const opened = await openServices(options);
  try {
    const authorize = recordingDenials(http.authorize, opened.services);
    const { create, end } = behind(opened, anonymous);
    return await mcp.serveHttp(create, {
      ...guarding(opened, options),
      ...http,
      ...(authorize && { authorize }),
      ending: end,
    });
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** What stands behind the wire: servers as clients come, and an end that lets calls write their last record. */
function behind(opened: Opened, anonymous: User | undefined) {
  const { services, redactor } = opened;
  const { run: gate, idle } = countCalls(
    createGate({ services, tools: TOOLS, redactor, onUnrecorded: tellUnrecorded }),
  );
  const namesOf = namesByClient(services.settings.toolNames, TOOLS);
  const ways = { services, gate, look: createLook(services, redactor), namesOf };
  return {
    create: () => createMcpServer(ways, anonymous),
    async end() {
      // Plans are interrupted and taken back; whoever waits for one is told, and the log too, before the database goes.
      await services.plans.close();
      await within(LAST_RECORDS, idle());
      await opened.close();
    },
  };
}

/** Milliseconds for calls to end once their plans have. */
const LAST_RECORDS = 2_000;

/** The one thing that the audit log does not know goes where somebody may see it. */
function tellUnrecorded({ action, actor, device_id: device = '-' }: AuditEvent): void {
  process.stderr.write(
    `errata: done but not recorded: ${action} on ${device} by ${actor}: the audit log cannot be written\n`,
  );
}

/** Everybody who is turned away although their token is good is on record. */
function recordingDenials(
  authorize: HttpEdgeOptions['authorize'],
  { audit }: Services,
): HttpEdgeOptions['authorize'] {
  if (authorize === undefined) return undefined;
  return async (head) => {
    try {
      return await authorize(head);
    } catch (thrown) {
      if (isFault(thrown) && thrown.reason === 'FORBIDDEN') {
        const { reason, ref, details: detail } = thrown;
        const event = { action: 'sign in', actor: 'unknown', outcome: 'denied' } as const;
        await audit.record({ ...event, reason, ref, detail }).catch(() => undefined);
      }
      throw thrown;
    }
  };
}

function guarding(
  { services, redactor, counter }: Opened,
  { onFault, toolFailures }: ServeRouterosOptions,
) {
  const surface = systemToolFailures(toolFailures);
  return {
    contract: routerosContract,
    redactor,
    budget: BUDGET,
    maxResultChars: services.settings.maxResultChars,
    ...(surface && { toolFailures: surface }),
    onCall: counter.onCall,
    onFault: onFault === undefined ? counter.onFault : joinObservers(counter.onFault, onFault),
  };
}

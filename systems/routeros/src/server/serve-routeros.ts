import { systemToolFailures } from '@errata/catalogs/hosts';
import { routerosContract } from '@errata/catalogs/routeros';
import { isFault } from '@errata/core';
import type { HttpEdgeOptions } from '@errata/edges/http';
import { joinObservers } from '@errata/observe';
import * as mcp from '@errata/mcp';
import { serveOpened, superviseCalls } from '@errata/edges/service';
import { singleUser, type User } from '../access/user.js';
import { createGate } from '../gate/gate.js';
import { createLook } from '../gate/look.js';
import { namesByClient } from '../gate/tool-names.js';
import type { AuditEvent } from '../registry/audit-log.js';
import type { RouterosServices } from '../services.js';
import type { ServeRouterosHttpOptions, ServeRouterosOptions } from '../settings/options.js';
import { TOOLS } from '../tools/all.js';
import { createMcpServer } from './create-mcp-server.js';
import { httpAccess } from './http-access.js';
import { openServices, type OpenedRouteros } from './open-services.js';

/** Device ids are long, and so are fingerprints: the line that a model reads has to end after the next step, not within it. */
const BUDGET = { firstLineTokens: 100, textTokens: 400 };

/** On stdio there is one user, who is trusted like the owner of the process. */
export async function serveStdio(options: ServeRouterosOptions = {}): Promise<mcp.StdioServing> {
  const opened = await openServices(options);
  const { requestTimeout } = opened.services.settings;
  return serveOpened(opened, () => {
    const { create, ...guarding } = behind(opened, options, singleUser(options.role));
    // A client that has closed its side may still wait for answers: a turn in the line, and then the request itself.
    return mcp.serveStdio(create, { ...guarding, drain: 2 * requestTimeout + 1_000 });
  });
}

/** Over HTTP every caller shows a token, unless `trustEverybody` is set. */
export async function serveHttp(options: ServeRouterosHttpOptions): Promise<mcp.HttpServing> {
  // First, because it touches nothing: settings that make no sense leave no files behind.
  const { anonymous, http } = httpAccess(options.http);
  const opened = await openServices(options);
  return serveOpened(opened, () => {
    const authorize = recordingDenials(http.authorize, opened.services);
    const { create, ...guarding } = behind(opened, options, anonymous);
    return mcp.serveHttp(create, { ...guarding, ...http, ...(authorize && { authorize }) });
  });
}

/** A server per client, and what guards them. */
function behind(
  opened: OpenedRouteros,
  options: ServeRouterosOptions,
  anonymous: User | undefined,
) {
  const { services, redactor, counter } = opened;
  const { onFault } = options;
  const surface = systemToolFailures(options.toolFailures);
  const { run: gate, ending } = superviseCalls(
    createGate({ services, tools: TOOLS, redactor, onUnrecorded: tellUnrecorded }),
    opened.close,
  );
  const namesOf = namesByClient(services.settings.toolNames, TOOLS);
  const ways = { services, gate, look: createLook(services, redactor), namesOf };
  return {
    create: () => createMcpServer(ways, anonymous),
    // First the plans are interrupted and rolled back: their calls answer, and are recorded, before the database is closed.
    ending: () => services.plans.close().then(ending),
    contract: routerosContract,
    redactor,
    budget: BUDGET,
    maxResultChars: services.settings.maxResultChars,
    ...(surface && { toolFailures: surface }),
    onCall: counter.onCall,
    onFault: onFault === undefined ? counter.onFault : joinObservers(counter.onFault, onFault),
  };
}

/** A change that the audit log could not record is reported on stderr. */
function tellUnrecorded({ action, actor, device_id: device = '-' }: AuditEvent): void {
  process.stderr.write(
    `errata: done but not recorded: ${action} on ${device} by ${actor}: the audit log cannot be written\n`,
  );
}

/** Records callers whose valid token does not let them in. */
function recordingDenials(
  authorize: HttpEdgeOptions['authorize'],
  { audit }: RouterosServices,
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

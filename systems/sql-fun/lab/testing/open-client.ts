import { connectDaemon } from '../../src/proxy/daemon-client.js';
import type { DaemonClient, DaemonClientOptions } from '../../src/proxy/daemon-client.js';

/** A client of the daemon in a folder, for a project that nobody looks into. */
export function openClient(
  runtimeFolder: string,
  options: Partial<DaemonClientOptions> = {},
): DaemonClient {
  return connectDaemon({ runtimeFolder, context: 'mcp', project: '/project', ...options });
}

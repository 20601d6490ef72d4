import { fileURLToPath } from 'node:url';
import { connectV1, connectV2, type HttpOptions } from '@errata/testing/sdk-clients';

export {
  connectV1 as connectHttpV1,
  createClientV1,
  createClientV2,
  type HttpOptions,
} from '@errata/testing/sdk-clients';

export type StdioServer = 'stdio-v1' | 'stdio-v2';
export type Revision = '2025-11-25' | '2026-07-28';

export const stdioCommand = (server: StdioServer, env: Readonly<Record<string, string>> = {}) => ({
  command: process.execPath,
  env,
  args: [fileURLToPath(new URL(`./${server}.js`, import.meta.url))],
});

const modeOf = (revision: Revision) =>
  revision === '2026-07-28' ? ({ pin: revision } as const) : undefined;

export const connectStdioV1 = (server: StdioServer) => connectV1(stdioCommand(server));

export const connectStdioV2 = (server: StdioServer, revision: Revision) =>
  connectV2(stdioCommand(server), modeOf(revision));

export const connectHttpV2 = (url: URL, revision: Revision, options?: HttpOptions) =>
  connectV2(url, modeOf(revision), options);

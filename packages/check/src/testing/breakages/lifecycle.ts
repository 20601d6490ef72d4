import type { Breakage } from '../breakage.js';
import { answers, recoded, refused, served, withMembers, type Asked } from './changed-replies.js';
import { LIFECYCLE_ORDER_BREAKAGES } from './lifecycle-order.js';
import { MODERN_BREAKAGES } from './lifecycle-modern.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;

const isInitialize = ({ method }: Asked): boolean => method === 'initialize';
const asksFor =
  (version: string) =>
  (asked: Asked): boolean =>
    isInitialize(asked) && asked.params['protocolVersion'] === version;
const saysNoVersion = (asked: Asked): boolean =>
  isInitialize(asked) && !Object.hasOwn(asked.params, 'protocolVersion');

/** What a server says that has not looked at the params. */
const GREETING = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  serverInfo: { name: 'sample', version: '1.0.0' },
};

export const LIFECYCLE_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/initialize-version',
    breaks() {
      let handshakes = 0;
      return answers(asksFor('2025-11-25'), (reply) => {
        handshakes += 1;
        return handshakes === 1 ? reply : withMembers({ protocolVersion: '2025-06-18' })(reply);
      });
    },
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/initialize-capabilities',
    breaks: () => answers(isInitialize, withMembers({ capabilities: undefined })),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/initialize-server-info',
    breaks: () => answers(isInitialize, withMembers({ serverInfo: { name: 'sample' } })),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/unknown-version-not-echoed',
    breaks: () => answers(asksFor('1999-01-01'), withMembers({ protocolVersion: '1999-01-01' })),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/unknown-version-negotiated',
    breaks: () => answers(asksFor('1999-01-01'), refused(-32602, 'This version is not supported')),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/initialize-without-version',
    breaks: () => answers((asked) => saysNoVersion(asked) && asked.hasParams, served(GREETING)),
  },
  {
    ...WHERE,
    id: 'mcp/2024-11-05/lifecycle/initialize-without-params',
    breaks: () => answers((asked) => saysNoVersion(asked) && !asked.hasParams, served(GREETING)),
  },
  {
    ...WHERE,
    id: 'jsonrpc/5.1/initialize-invalid-code',
    breaks: () => answers(saysNoVersion, recoded(-32600)),
  },
  ...LIFECYCLE_ORDER_BREAKAGES,
  ...MODERN_BREAKAGES,
];

import type { Case } from '../../case.js';
import { isObject, membersOf } from '../../json/json.js';
import { WITH_HANDSHAKE } from '../eras.js';
import { mcpLink } from '../links.js';
import { judgeBeginning } from './judge-beginning.js';
import { shown } from './shown.js';

const ABOUT = { group: 'lifecycle', keyword: 'MUST', eras: WITH_HANDSHAKE } as const;

export const initializeVersion: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/initialize-version',
  requirement: 'A version that the server has answered with before is answered with itself.',
  link: mcpLink('lifecycle', '2025-11-25', 'version-negotiation'),
  fix: 'Answer initialize with the requested protocolVersion wherever it is supported.',
  run: (probe) =>
    judgeBeginning(probe, ({ protocolVersion: version }) =>
      version === probe.era
        ? undefined
        : `initialize asked for ${probe.era}, which the server speaks, and got ${shown(version)}`,
    ),
};

export const initializeCapabilities: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/initialize-capabilities',
  requirement: 'The result of initialize has an object of capabilities.',
  link: mcpLink('lifecycle', '2025-11-25', 'initialization'),
  fix: 'Put "capabilities" into the result of initialize: an empty object where there are none.',
  run: (probe) =>
    judgeBeginning(probe, ({ capabilities }) =>
      isObject(capabilities) ? undefined : `the capabilities are ${shown(capabilities)}`,
    ),
};

export const initializeServerInfo: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/initialize-server-info',
  requirement: 'The result of initialize says the name and the version of the server.',
  link: mcpLink('lifecycle', '2025-11-25', 'initialization'),
  fix: 'Put "serverInfo" with the texts "name" and "version" into the result of initialize.',
  run: (probe) =>
    judgeBeginning(probe, ({ serverInfo }) => {
      const { name, version } = membersOf(serverInfo);
      return typeof name === 'string' && typeof version === 'string'
        ? undefined
        : `the serverInfo is ${shown(serverInfo)}`;
    }),
};

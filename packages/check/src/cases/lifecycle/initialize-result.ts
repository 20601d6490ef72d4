import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import { isObject, membersOf } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { WITH_HANDSHAKE } from '../eras.js';
import { mcpLink } from '../links.js';
import { resultOf } from '../read-reply.js';
import { beginning } from './first-words.js';

type Members = Readonly<Record<string, unknown>>;

const ABOUT = { group: 'lifecycle', keyword: 'MUST', eras: WITH_HANDSHAKE } as const;

export const initializeVersion: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/initialize-version',
  requirement: 'A version that the server has answered with before is answered with itself.',
  link: mcpLink('lifecycle', '2025-11-25', 'version-negotiation'),
  fix: 'Answer initialize with the requested protocolVersion wherever it is supported.',
  run: (probe) =>
    judgeGreeting(probe, ({ protocolVersion }, exchange) =>
      protocolVersion === probe.era
        ? kept
        : violated(
            `initialize asked for ${probe.era}, which the server speaks, and got ${shown(protocolVersion)}`,
            exchange,
          ),
    ),
};

export const initializeCapabilities: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/initialize-capabilities',
  requirement: 'The result of initialize has an object of capabilities.',
  link: mcpLink('lifecycle', '2025-11-25', 'initialization'),
  fix: 'Put "capabilities" into the result of initialize: an empty object where there are none.',
  run: (probe) =>
    judgeGreeting(probe, ({ capabilities }, exchange) =>
      isObject(capabilities)
        ? kept
        : violated(`the capabilities are ${shown(capabilities)}`, exchange),
    ),
};

export const initializeServerInfo: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/initialize-server-info',
  requirement: 'The result of initialize says the name and the version of the server.',
  link: mcpLink('lifecycle', '2025-11-25', 'initialization'),
  fix: 'Put "serverInfo" with the texts "name" and "version" into the result of initialize.',
  run: (probe) =>
    judgeGreeting(probe, ({ serverInfo }, exchange) => {
      const { name, version } = membersOf(serverInfo);
      return typeof name === 'string' && typeof version === 'string'
        ? kept
        : violated(`the serverInfo is ${shown(serverInfo)}`, exchange);
    }),
};

/** Judge the result with which the run began. */
function judgeGreeting(
  probe: Probe,
  judge: (result: Members, exchange: Exchange) => Outcome,
): Outcome {
  const exchange = beginning(probe, 'initialize');
  const result = resultOf(exchange?.reply);
  return exchange === undefined || result === undefined
    ? notObserved('initialize was not answered with a result')
    : judge(result, exchange);
}

function shown(value: unknown): string {
  return value === undefined ? 'not there' : JSON.stringify(value).slice(0, 120);
}

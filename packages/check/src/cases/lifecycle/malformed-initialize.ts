import { kept, type Case } from '../../case.js';
import { CLIENT } from '../../session/dress.js';
import { WITH_HANDSHAKE } from '../eras.js';
import { judgeCode, judgeRefused } from '../judge-refusal.js';
import { JSONRPC, mcpLink } from '../links.js';
import { firstWords, writeInitialize } from './first-words.js';

const WITHOUT_VERSION = writeInitialize({ capabilities: {}, clientInfo: CLIENT });
const WITHOUT_PARAMS = writeInitialize(undefined);

const ABOUT = { group: 'lifecycle', keyword: 'SHOULD', eras: WITH_HANDSHAKE } as const;
const LINK = mcpLink('lifecycle', '2025-11-25', 'initialization');

export const initializeWithoutVersion: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/initialize-without-version',
  requirement: 'An initialize that does not say its protocolVersion is refused.',
  link: LINK,
  fix: 'Check the params of initialize: "protocolVersion" is required.',
  run: async (probe) =>
    judgeRefused(
      await firstWords(probe, [WITHOUT_VERSION]),
      'initialize without a protocolVersion',
    ),
};

export const initializeWithoutParams: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/initialize-without-params',
  requirement: 'An initialize without params is refused.',
  link: LINK,
  fix: 'Check the params of initialize: they are required.',
  run: async (probe) =>
    judgeRefused(await firstWords(probe, [WITHOUT_PARAMS]), 'initialize without params'),
};

export const initializeInvalidCode: Case = {
  ...ABOUT,
  id: 'jsonrpc/5.1/initialize-invalid-code',
  requirement: 'An initialize whose params are wrong is refused with -32602.',
  link: JSONRPC.errorObject,
  fix: 'Use -32602 (Invalid params) where a member of the params is missing.',
  deviation: 'own-code',
  async run(probe) {
    for (const text of [WITHOUT_VERSION, WITHOUT_PARAMS]) {
      const outcome = judgeCode(await firstWords(probe, [text]), text, [-32602]);
      if (outcome.kind !== 'kept') return outcome;
    }
    return kept;
  },
};

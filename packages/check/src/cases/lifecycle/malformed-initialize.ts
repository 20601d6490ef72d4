import type { Case } from '../../case.js';
import { WITH_HANDSHAKE } from '../eras.js';
import { judgeCode, judgeRefused } from '../judge-refusal.js';
import { JSONRPC, mcpLink } from '../links.js';
import { beforeHandshake } from './before-handshake.js';

const WITHOUT_VERSION = 'an initialize without a protocolVersion';
const WITHOUT_PARAMS = 'an initialize without params';

const ABOUT = { group: 'lifecycle', keyword: 'SHOULD', eras: WITH_HANDSHAKE } as const;
const LINK = mcpLink('lifecycle', '2025-11-25', 'initialization');

export const initializeWithoutVersion: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/initialize-without-version',
  requirement: 'An initialize that does not say its protocolVersion is refused.',
  link: LINK,
  fix: 'Check the params of initialize: "protocolVersion" is required.',
  run: async (probe) =>
    judgeRefused((await beforeHandshake(probe)).withoutVersion, WITHOUT_VERSION),
};

export const initializeWithoutParams: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/lifecycle/initialize-without-params',
  requirement: 'An initialize without params is refused.',
  link: LINK,
  fix: 'Check the params of initialize: they are required.',
  run: async (probe) => judgeRefused((await beforeHandshake(probe)).withoutParams, WITHOUT_PARAMS),
};

export const initializeInvalidCode: Case = {
  ...ABOUT,
  id: 'jsonrpc/5.1/initialize-invalid-code',
  requirement: 'An initialize whose params are wrong is refused with -32602.',
  link: JSONRPC.errorObject,
  fix: 'Use -32602 (Invalid params) where a member of the params is missing.',
  deviation: 'own-code',
  async run(probe) {
    const { withoutVersion, withoutParams } = await beforeHandshake(probe);
    const outcome = judgeCode(withoutVersion, WITHOUT_VERSION, [-32602]);
    return outcome.kind === 'kept' ? judgeCode(withoutParams, WITHOUT_PARAMS, [-32602]) : outcome;
  },
};

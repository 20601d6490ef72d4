import { notObserved, type Case, type Outcome } from '../../case.js';
import type { Probe } from '../../probe.js';
import { MCP, MODERN, since, WITH_HANDSHAKE } from '../eras.js';
import { judgeRefusal } from '../judge-refusal.js';
import { mcpLink } from '../links.js';
import { errorOf } from '../read-reply.js';
import { withCapability, type Capability } from './with-capability.js';

const ABOUT = { group: 'methods', keyword: 'SHOULD', eras: MCP } as const;

/** A list that is asked for behind a cursor that it never gave. */
function unknownCursor(capability: Capability): Case {
  const method = `${capability}/list`;
  return {
    ...ABOUT,
    id: `mcp/2024-11-05/pagination/unknown-cursor-${capability}`,
    requirement: `A ${method} with a cursor that the server never gave is refused with -32602.`,
    link: mcpLink('pagination', '2025-11-25', 'error-handling'),
    fix: 'Refuse cursors that you do not know, also where everything fits on one page: the client would read the list twice.',
    async run(probe) {
      const outcome = await ask(probe, capability, method, { cursor: 'errata-no-such-cursor' });
      if (outcome.kind !== 'violated') return outcome;
      // Who refuses the list itself says nothing about cursors.
      const isRefused = errorOf((await probe.request(method)).reply) !== undefined;
      return isRefused ? notObserved('the list is refused without a cursor, too') : outcome;
    },
  };
}

export const unknownCursors = (['tools', 'resources', 'prompts'] as const).map(unknownCursor);

export const unknownLogLevel: Case = {
  ...ABOUT,
  id: 'mcp/2024-11-05/logging/unknown-level',
  requirement: 'A logging/setLevel with a level that does not exist is refused with -32602.',
  link: mcpLink('logging', '2025-11-25', 'error-handling'),
  fix: 'Check the level against the eight of the specification, and use -32602.',
  eras: WITH_HANDSHAKE,
  run: (probe) => ask(probe, 'logging', 'logging/setLevel', { level: 'errata-loud' }),
};

export const unknownLogLevelInMeta: Case = {
  ...ABOUT,
  id: 'mcp/2026-07-28/logging/unknown-level',
  requirement: 'A request with a logLevel in _meta that does not exist is refused with -32602.',
  link: mcpLink('logging', '2026-07-28', 'error-handling'),
  fix: 'Check the logLevel in _meta against the eight of the specification, and use -32602.',
  eras: MODERN,
  run: (probe) =>
    ask(probe, 'logging', 'server/discover', {
      _meta: { 'io.modelcontextprotocol/logLevel': 'errata-loud' },
    }),
};

export const unknownCompletion: Case = {
  ...ABOUT,
  id: 'mcp/2025-03-26/completion/unknown-prompt',
  requirement: 'A completion for a prompt that does not exist is refused with -32602.',
  link: mcpLink('completion', '2025-11-25', 'error-handling'),
  fix: 'Refuse completions for prompts that you do not have with -32602.',
  eras: since('2025-03-26'),
  deviation: 'own-code',
  run: (probe) =>
    ask(probe, 'completions', 'completion/complete', {
      ref: { type: 'ref/prompt', name: 'errata-no-such-prompt' },
      argument: { name: 'errata', value: '' },
    }),
};

function ask(
  probe: Probe,
  capability: Capability,
  method: string,
  params: object,
): Outcome | Promise<Outcome> {
  return withCapability(probe, capability, async () => {
    const exchange = await probe.request(method, params);
    return judgeRefusal(exchange, `${method} with ${JSON.stringify(params)}`, [-32602]);
  });
}

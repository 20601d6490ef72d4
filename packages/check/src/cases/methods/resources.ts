import { kept, notObserved, violated, type Case } from '../../case.js';
import { isObject, membersOf } from '../../json/json.js';
import { MODERN, WITH_HANDSHAKE } from '../eras.js';
import { JSONRPC, mcpLink } from '../links.js';
import { describe, errorOf } from '../read-reply.js';
import { refusalPair } from './refusal-pair.js';
import { withCapability } from './with-capability.js';

const UNKNOWN = 'errata://no-such-resource';

const UNKNOWN_RESOURCE = {
  what: 'The reading of a resource that does not exist',
  capability: 'resources',
  method: 'resources/read',
  params: () => ({ uri: UNKNOWN }),
} as const;

/** Up to 2025-11-25 the code is advice, and servers of today already use that of 2026-07-28. */
const unknownResource = refusalPair({
  ...UNKNOWN_RESOURCE,
  id: 'mcp/2024-11-05/resources/unknown-resource',
  codes: [-32002, -32602],
  eras: WITH_HANDSHAKE,
  refused: {
    link: mcpLink('resources', '2025-11-25', 'error-handling'),
    keyword: 'SHOULD',
    fix: 'Answer with an error: empty contents say that there is such a resource, and nothing in it.',
  },
  coded: {
    link: mcpLink('resources', '2025-11-25', 'error-handling'),
    keyword: 'SHOULD',
    fix: 'Use -32002 (Resource not found).',
  },
});

const unknownResourceModern = refusalPair({
  ...UNKNOWN_RESOURCE,
  id: 'mcp/2026-07-28/resources/unknown-resource',
  codes: [-32602],
  eras: MODERN,
  refused: {
    link: mcpLink('resources', '2026-07-28', 'error-handling'),
    keyword: 'MUST',
    fix: 'Answer with error -32602: empty contents say that there is such a resource, and nothing in it.',
  },
  coded: {
    link: mcpLink('resources', '2026-07-28', 'error-handling'),
    keyword: 'MUST',
    fix: 'Use -32602 (Invalid params) where there is no such resource.',
  },
});

const unknownResourceUri: Case = {
  id: 'mcp/2026-07-28/resources/unknown-resource-uri',
  group: 'methods',
  requirement: 'The error for a resource that does not exist says its URI in data.uri.',
  link: mcpLink('resources', '2026-07-28', 'error-handling'),
  keyword: 'SHOULD',
  fix: 'Put "uri" into the data of the error: clients tell an absent resource from wrong params by it.',
  eras: MODERN,
  run: (probe) =>
    withCapability(probe, 'resources', async () => {
      const exchange = await probe.request('resources/read', { uri: UNKNOWN });
      const error = errorOf(exchange.reply);
      if (error === undefined) return notObserved('there was no error');
      if (saysUri(error['data'])) return kept;
      const data = JSON.stringify(error['data'] ?? null).slice(0, 120);
      return violated(`${describe(exchange)} has the data ${data}`);
    }),
};

/** In the data itself, or in what a layout of its own puts into it. */
function saysUri(data: unknown): boolean {
  const members = membersOf(data);
  if (members['uri'] === UNKNOWN) return true;
  return Object.values(members).some(
    (each) => isObject(each) && membersOf(each)['uri'] === UNKNOWN,
  );
}

const MALFORMED = [
  {
    name: 'without-uri',
    what: 'A resources/read without a uri',
    params: () => ({}),
    fix: 'Check that the params of resources/read have a "uri".',
  },
  {
    name: 'uri-type',
    what: 'A resources/read whose uri is a number',
    params: () => ({ uri: 7 }),
    fix: 'Check that the "uri" of resources/read is a text.',
  },
];

const malformedReads = MALFORMED.flatMap(({ name, what, params, fix }) =>
  refusalPair({
    id: `mcp/2024-11-05/resources/read-${name}`,
    what,
    params,
    capability: 'resources',
    method: 'resources/read',
    codes: [-32602],
    headerless: true,
    refused: {
      link: mcpLink('resources', '2025-11-25', 'security-considerations'),
      keyword: 'MUST',
      fix,
    },
    coded: {
      link: JSONRPC.errorObject,
      keyword: 'SHOULD',
      fix: 'Use -32602 (Invalid params) where a member of the params is missing or wrong.',
    },
  }),
);

export const RESOURCE_CASES: readonly Case[] = [
  ...unknownResource,
  ...unknownResourceModern,
  unknownResourceUri,
  ...malformedReads,
];

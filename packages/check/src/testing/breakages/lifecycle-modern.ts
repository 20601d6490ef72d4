import { isObject, membersOf, parseJson } from '../../json/json.js';
import type { KitOptions } from '@errata/kit';
import type { Breakage, Hands, Hooks } from '../breakage.js';
import {
  answers,
  askedIn,
  is,
  recoded,
  refused,
  served,
  withData,
  withMembers,
  type Asked,
  type Members,
} from './changed-replies.js';

const WHERE = { era: '2026-07-28', transport: 'stdio' } as const;

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

const metaOf = ({ params }: Asked): Members => membersOf(params['_meta']);
const isUnknown = (asked: Asked): boolean => metaOf(asked)[VERSION] === '1999-01-01';
const lacks =
  (key: string) =>
  (asked: Asked): boolean =>
    is('server/discover')(asked) && !Object.hasOwn(metaOf(asked), key);

/** Without the revisions before it. */
const modernOnly = (options: KitOptions): KitOptions => ({ ...options, eras: ['2026-07-28'] });

/** Hooks of a server that takes the `_meta` of some requests for another; undefined takes a field away. */
function takesMeta(isOne: (asked: Asked, hands: Hands) => boolean, fields: object): Hooks {
  return {
    incoming(text, hands) {
      const asked = askedIn(text);
      const message = membersOf(parseJson(text));
      if (!isOne(asked, hands) || !isObject(message['params'])) return text;
      const params = { ...asked.params, _meta: { ...metaOf(asked), ...fields } };
      return JSON.stringify({ ...message, params });
    },
  };
}

export const MODERN_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'mcp/2026-07-28/discover/supported-versions',
    breaks: () => answers(is('server/discover'), withMembers({ supportedVersions: undefined })),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/discover/own-version',
    breaks: () =>
      answers(is('server/discover'), withMembers({ supportedVersions: ['2025-11-25'] })),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/discover/capabilities',
    breaks: () => answers(is('server/discover'), withMembers({ capabilities: undefined })),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/discover/server-info',
    breaks: () => answers(is('server/discover'), withMembers({ _meta: {} })),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/basic/meta-missing',
    breaks: () => ({
      offer: modernOnly,
      ...takesMeta((asked) => lacks(VERSION)(asked) && asked.params['_meta'] === undefined, {
        [VERSION]: '2026-07-28',
        [CAPABILITIES]: {},
      }),
    }),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/basic/meta-version-missing',
    breaks: () => ({
      offer: modernOnly,
      ...answers(
        (asked) => lacks(VERSION)(asked) && Object.hasOwn(metaOf(asked), CAPABILITIES),
        recoded(-32600),
      ),
    }),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/basic/meta-capabilities-missing',
    breaks: () => takesMeta(lacks(CAPABILITIES), { [CAPABILITIES]: {} }),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/basic/meta-client-optional',
    breaks: () => takesMeta(lacks(CLIENT), { [CAPABILITIES]: undefined }),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/versioning/unsupported-version',
    breaks: () => answers(isUnknown, recoded(-32602)),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/versioning/unsupported-version-supported',
    breaks: () => answers(isUnknown, withData({ supported: ['2027-01-01'] })),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/versioning/unsupported-version-requested',
    breaks: () => answers(isUnknown, withData({ requested: '2001-01-01' })),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/basic/unsupported-version-later',
    breaks() {
      const pinned = new WeakSet<Hands>();
      const isPinned = (asked: Asked, hands: Hands): boolean => {
        if (!isUnknown(asked)) pinned.add(hands);
        return isUnknown(asked) && pinned.has(hands);
      };
      return takesMeta(isPinned, { [VERSION]: '2026-07-28' });
    },
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/changelog/removed-ping',
    breaks: () => answers(is('ping'), served({ resultType: 'complete' })),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/changelog/removed-set-level',
    breaks: () => answers(is('logging/setLevel'), served({ resultType: 'complete' })),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/versioning/initialize-names-versions',
    breaks: () => ({
      offer: modernOnly,
      ...answers(is('initialize'), refused(-32601, 'There is no method initialize')),
    }),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/basic/result-type',
    breaks: () => answers(is('tools/list'), withMembers({ resultType: undefined })),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/patterns/no-server-requests',
    breaks: () => ({
      incoming(text, hands) {
        if (is('tools/list')(askedIn(text))) {
          hands.say('{"jsonrpc":"2.0","id":"roots-1","method":"roots/list"}');
        }
        return text;
      },
    }),
  },
];

import type { KitOptions } from '@errata/kit';
import { isObject, objectOrEmpty, parseJson } from '../../json/json.js';
import { idTextOf } from '../../session/messages.js';
import { broken, type Breakage, type ServerControls, type Hooks } from '../breakage.js';
import {
  answers,
  askedIn,
  is,
  recoded,
  refused,
  served,
  withData,
  withMembers,
  type ParsedRequest,
  type Members,
} from './hooks.js';

const isInitialize = ({ method }: ParsedRequest): boolean => method === 'initialize';

const asksFor =
  (version: string) =>
  (asked: ParsedRequest): boolean =>
    isInitialize(asked) && asked.params['protocolVersion'] === version;

const saysNoVersion = (asked: ParsedRequest): boolean =>
  isInitialize(asked) && !Object.hasOwn(asked.params, 'protocolVersion');

/** What a server says that has not looked at the params. */
const GREETING = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  serverInfo: { name: 'sample', version: '1.0.0' },
};

/** The second request of a connection of its own; the shared one counts from 100, and markers from 900,000. */
const NEXT_PING = '2';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CLIENT = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const metaOf = ({ params }: ParsedRequest): Members => objectOrEmpty(params['_meta']);
const isUnknown = (asked: ParsedRequest): boolean => metaOf(asked)[VERSION] === '1999-01-01';

const lacks =
  (key: string) =>
  (asked: ParsedRequest): boolean =>
    is('server/discover')(asked) && !Object.hasOwn(metaOf(asked), key);

/** Without the revisions before it. */
const modernOnly = (options: KitOptions): KitOptions => ({ ...options, eras: ['2026-07-28'] });

export const LIFECYCLE_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'stdio', {
    'mcp/2024-11-05/lifecycle/initialize-version'() {
      let handshakes = 0;
      return answers(asksFor('2025-11-25'), (reply) => {
        handshakes += 1;
        return handshakes === 1 ? reply : withMembers({ protocolVersion: '2025-06-18' })(reply);
      });
    },
    'mcp/2024-11-05/lifecycle/initialize-capabilities': () =>
      answers(isInitialize, withMembers({ capabilities: undefined })),
    'mcp/2024-11-05/lifecycle/initialize-server-info': () =>
      answers(isInitialize, withMembers({ serverInfo: { name: 'sample' } })),
    'mcp/2024-11-05/lifecycle/unknown-version-not-echoed': () =>
      answers(asksFor('1999-01-01'), withMembers({ protocolVersion: '1999-01-01' })),
    'mcp/2024-11-05/lifecycle/unknown-version-negotiated': () =>
      answers(asksFor('1999-01-01'), refused(-32602, 'This version is not supported')),
    'mcp/2024-11-05/lifecycle/initialize-without-version': () =>
      answers((asked) => saysNoVersion(asked) && asked.hasParams, served(GREETING)),
    'mcp/2024-11-05/lifecycle/initialize-without-params': () =>
      answers((asked) => saysNoVersion(asked) && !asked.hasParams, served(GREETING)),
    'jsonrpc/5.1/initialize-invalid-code': () => answers(saysNoVersion, recoded(-32600)),
    'mcp/2024-11-05/lifecycle/ping-before-initialize': () =>
      refusesPing((seen) => !seen.includes('initialize')),
    'jsonrpc/5/request-before-initialize'() {
      const begun = new WeakSet<ServerControls>();
      return {
        incoming(text, controls) {
          const { method } = askedIn(text);
          if (method === 'initialize') begun.add(controls);
          return method === 'tools/list' && !begun.has(controls) ? undefined : text;
        },
      };
    },
    'mcp/2024-11-05/lifecycle/second-initialize': () =>
      refusesPing((seen) => isTwiceIn(seen, 'initialize')),
    'mcp/2024-11-05/lifecycle/initialized-twice': () =>
      refusesPing((seen, id) => id === NEXT_PING && isTwiceIn(seen, 'notifications/initialized')),
  }),
  ...broken('2026-07-28', 'stdio', {
    'mcp/2026-07-28/discover/supported-versions': () =>
      answers(is('server/discover'), withMembers({ supportedVersions: undefined })),
    'mcp/2026-07-28/discover/own-version': () =>
      answers(is('server/discover'), withMembers({ supportedVersions: ['2025-11-25'] })),
    'mcp/2026-07-28/discover/capabilities': () =>
      answers(is('server/discover'), withMembers({ capabilities: undefined })),
    'mcp/2026-07-28/discover/server-info': () =>
      answers(is('server/discover'), withMembers({ _meta: {} })),
    'mcp/2026-07-28/basic/meta-missing': () => ({
      offer: modernOnly,
      ...takesMeta((asked) => lacks(VERSION)(asked) && asked.params['_meta'] === undefined, {
        [VERSION]: '2026-07-28',
        [CAPABILITIES]: {},
      }),
    }),
    'mcp/2026-07-28/basic/meta-version-missing': () => ({
      offer: modernOnly,
      ...answers(
        (asked) => lacks(VERSION)(asked) && Object.hasOwn(metaOf(asked), CAPABILITIES),
        recoded(-32600),
      ),
    }),
    'mcp/2026-07-28/basic/meta-capabilities-missing': () =>
      takesMeta(lacks(CAPABILITIES), { [CAPABILITIES]: {} }),
    'mcp/2026-07-28/basic/meta-client-optional': () =>
      takesMeta(lacks(CLIENT), { [CAPABILITIES]: undefined }),
    'mcp/2026-07-28/versioning/unsupported-version': () => answers(isUnknown, recoded(-32602)),
    'mcp/2026-07-28/versioning/unsupported-version-supported': () =>
      answers(isUnknown, withData({ supported: ['2027-01-01'] })),
    'mcp/2026-07-28/versioning/unsupported-version-requested': () =>
      answers(isUnknown, withData({ requested: '2001-01-01' })),
    'mcp/2026-07-28/basic/unsupported-version-later'() {
      const pinned = new WeakSet<ServerControls>();
      const isPinned = (asked: ParsedRequest, controls: ServerControls): boolean => {
        if (!isUnknown(asked)) pinned.add(controls);
        return isUnknown(asked) && pinned.has(controls);
      };
      return takesMeta(isPinned, { [VERSION]: '2026-07-28' });
    },
    'mcp/2026-07-28/changelog/removed-ping': () =>
      answers(is('ping'), served({ resultType: 'complete' })),
    'mcp/2026-07-28/changelog/removed-set-level': () =>
      answers(is('logging/setLevel'), served({ resultType: 'complete' })),
    'mcp/2026-07-28/versioning/initialize-names-versions': () => ({
      offer: modernOnly,
      ...answers(is('initialize'), refused(-32601, 'There is no method initialize')),
    }),
    'mcp/2026-07-28/basic/result-type': () =>
      answers(is('tools/list'), withMembers({ resultType: undefined })),
    'mcp/2026-07-28/patterns/no-server-requests': () => ({
      incoming(text, controls) {
        if (is('tools/list')(askedIn(text))) {
          controls.say('{"jsonrpc":"2.0","id":"roots-1","method":"roots/list"}');
        }
        return text;
      },
    }),
  }),
];

/** Answers pings with an error wherever it has seen something on the connection, or not. */
function refusesPing(
  isRefused: (seen: readonly unknown[], id: string | undefined) => boolean,
): Hooks {
  const seen = new WeakMap<ServerControls, unknown[]>();
  return {
    incoming(text, controls) {
      const { method } = askedIn(text);
      const id = idTextOf(text);
      const before = seen.get(controls) ?? [];
      seen.set(controls, [...before, method]);
      if (method !== 'ping' || !isRefused(before, id)) return text;
      controls.say(
        `{"jsonrpc":"2.0","id":${id},"error":{"code":-32600,"message":"Not initialized"}}`,
      );
      return undefined;
    },
  };
}

function isTwiceIn(seen: readonly unknown[], method: string): boolean {
  return seen.filter((each) => each === method).length > 1;
}

/** Hooks of a server that takes the `_meta` of some requests for another; undefined takes a field away. */
function takesMeta(
  isOne: (asked: ParsedRequest, controls: ServerControls) => boolean,
  fields: object,
): Hooks {
  return {
    incoming(text, controls) {
      const asked = askedIn(text);
      const message = objectOrEmpty(parseJson(text));
      if (!isOne(asked, controls) || !isObject(message['params'])) return text;
      const params = { ...asked.params, _meta: { ...metaOf(asked), ...fields } };
      return JSON.stringify({ ...message, params });
    },
  };
}

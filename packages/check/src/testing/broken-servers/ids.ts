import { ABSENT_METHOD } from '../../cases/ask.js';
import { UNUSABLE_IDS } from '../../cases/ids.js';
import { objectOrEmpty, parseJson } from '../../json/json.js';
import { idTextOf } from '../../session/messages.js';
import { broken, type Breakage, type Hooks } from '../breakage.js';
import { isJson, withId } from './hooks.js';

const WHERE = { era: '2025-11-25', transport: 'stdio' } as const;
const PLAIN_WHERE = { era: 'jsonrpc', transport: 'stdio' } as const;

/** Ids that come back as something else. */
const MISTAKEN: readonly (readonly [
  name: string,
  isMeant: (id: string) => boolean,
  instead: string,
])[] = [
  ['integer', (id) => id === '77', '"77"'],
  ['zero', (id) => id === '0', 'null'],
  ['negative', (id) => id === '-7', '7777'],
  ['max-safe', (id) => id === '9007199254740991', '-1'],
  ['bigint', (id) => id === '9007199254740993', '9007199254740992'],
  ['fraction', (id) => id === '1.5', '1'],
  ['string', (id) => id === '"errata-check"', '"ERRATA-CHECK"'],
  ['empty-string', (id) => id === '""', 'null'],
  ['numeric-string', (id) => id === '"4711"', '4711'],
  ['unicode', (id) => id.startsWith('"errata-\u00e9'), '"errata-?-??-?"'],
  ['escapes', (id) => id.startsWith('"errata \\"'), '"errata "'],
  ['long-string', (id) => id.startsWith('"errata-0123'), '"errata-0123"'],
  ['uuid', (id) => id.startsWith('"2f0b6c1e'), '"2F0B6C1E-93D4-4A57-8A7E-0C5D1F6B9E21"'],
  ['error', (id) => id === '"errata-failing"', 'null'],
];

export const IDS_BREAKAGES: readonly Breakage[] = [
  ...broken('2025-11-25', 'stdio', {
    'jsonrpc/5/every-id-answered': () =>
      replies(
        (id) => id === '0' || id === '""',
        () => undefined,
      ),
    'mcp/2024-11-05/basic/null-id-not-served': () => ({
      incoming(text, controls) {
        if (idTextOf(text) !== 'null' || objectOrEmpty(parseJson(text))['method'] !== 'ping')
          return text;
        controls.say('{"jsonrpc":"2.0","id":null,"result":{}}');
        return undefined;
      },
    }),
    'jsonrpc/5/twenty-at-once': () =>
      replies(
        (id) => id === '70013',
        () => undefined,
      ),
    'jsonrpc/5/answers-not-swapped'() {
      // The lists are asked right after it twice: one by one, and together.
      let times = 0;
      return {
        incoming(text) {
          if (text.includes(ABSENT_METHOD) && !/errata-(failing|absent)/.test(text)) times += 1;
          if (times !== 2 || !text.includes('"prompts/list"')) return text;
          times += 1;
          return text.replace('prompts/list', 'tools/list');
        },
      };
    },
    'jsonrpc/5/number-and-string-at-once': () =>
      replies(
        (id) => id === '"78"',
        () => undefined,
      ),
    'errata/ids/duplicate-in-flight': () =>
      replies(
        (id) => id === '"errata-twin"',
        () => undefined,
      ),
    'jsonrpc/5/answered-once': () => ({
      outgoing(text, _request, controls) {
        if (idTextOf(text)?.startsWith('"2f0b6c1e') === true) controls.say(text);
        return text;
      },
    }),
    'jsonrpc/5/no-reply-unasked': () => ({
      outgoing(text, _request, controls) {
        if (idTextOf(text)?.startsWith('"2f0b6c1e') === true) {
          controls.say('{"jsonrpc":"2.0","id":31415,"result":{}}');
        }
        return text;
      },
    }),
  }),
  ...broken('jsonrpc', 'stdio', {
    'jsonrpc/4/null-id-answered': () => ({
      incoming: (text) =>
        isJson(text) && idTextOf(text) === 'null' ? withId(text, undefined) : text,
    }),
  }),
  ...MISTAKEN.map(([name, isMeant, instead]): Breakage => ({
    // MCP servers refuse fractions.
    ...(name === 'fraction' ? PLAIN_WHERE : WHERE),
    id: `jsonrpc/5/id-echo-${name}`,
    breaks: () => replies(isMeant, (text) => withId(text, instead)),
  })),
  ...Object.entries(UNUSABLE_IDS).map(([name, id]): Breakage => ({
    ...WHERE,
    id: `jsonrpc/4/${name}-id-code`,
    breaks: () => ({
      incoming(text, controls) {
        if (idTextOf(text) !== id) return text;
        controls.say(
          '{"jsonrpc":"2.0","error":{"code":-32602,"message":"This id cannot be used."}}',
        );
        return undefined;
      },
    }),
  })),
];

/** The replies under some ids are changed. */
function replies(
  isMeant: (id: string) => boolean,
  change: (text: string) => string | undefined,
): Hooks {
  return {
    outgoing: (text) => {
      const id = idTextOf(text);
      return id !== undefined && isMeant(id) ? change(text) : text;
    },
  };
}

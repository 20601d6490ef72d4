import { LARGE_ID } from '../../cases/answers.js';
import { ABSENT_METHOD } from '../../cases/ask.js';
import { idTextOf } from '../../session/messages.js';
import { broken, type Breakage, type Hooks } from '../breakage.js';
import { askedIn, deafTo, type ParsedRequest } from './hooks.js';
import { completes } from './methods.js';

const NO_SUCH = 'errata-no-such-entry';

/** Requests that go without a reply, each by the kind that asks for it. */
const UNANSWERED: Readonly<Record<string, (asked: ParsedRequest) => boolean>> = {
  'unknown-method': ({ method }) => method === ABSENT_METHOD,
  'tools-list': ({ method }) => method === 'tools/list',
  'resources-list': ({ method }) => method === 'resources/list',
  'resources-templates-list': ({ method }) => method === 'resources/templates/list',
  'prompts-list': ({ method }) => method === 'prompts/list',
  'completion-complete': ({ method }) => method === 'completion/complete',
  'logging-setlevel': ({ method }) => method === 'logging/setLevel',
  'unknown-tool': ({ method, params }) => method === 'tools/call' && params['name'] === NO_SUCH,
  'call-without-name': ({ method, params }) =>
    method === 'tools/call' && JSON.stringify(params) === '{"arguments":{}}',
  resource: ({ method, params }) => method === 'resources/read' && params['uri'] === 'note://one',
  'unknown-resource': ({ params }) => params['uri'] === `errata://${NO_SUCH}`,
  prompt: ({ method, params }) =>
    method === 'prompts/get' && JSON.stringify(params).includes('errata-check'),
  'unknown-prompt': ({ method, params }) => method === 'prompts/get' && params['name'] === NO_SUCH,
  'get-without-name': ({ method, params }) =>
    method === 'prompts/get' && JSON.stringify(params) === '{}',
  tool: ({ method, params }) => method === 'tools/call' && params['name'] === 'busy',
};

export const ANSWERS_BREAKAGES: readonly Breakage[] = [
  ...broken(
    '2025-11-25',
    'stdio',
    Object.fromEntries(
      Object.entries(UNANSWERED).map(([name, isOne]) => [
        `jsonrpc/5/answers-${name}`,
        (): Hooks => ({
          ...(name === 'completion-complete' && { offer: completes }),
          // The list under id 2 is asked for before initialize, which is a case of its own.
          ...deafTo((text) => isOne(askedIn(text)) && idTextOf(text) !== '2'),
        }),
      ]),
    ),
  ),
  ...broken('2025-11-25', 'stdio', {
    'jsonrpc/5/answers-unadvertised-method': () =>
      deafTo((text) => askedIn(text).method === 'completion/complete'),
    'jsonrpc/5/answers-large-id': () => deafTo((text) => idTextOf(text) === LARGE_ID),
    'jsonrpc/5/answers-64-kb': () => deafTo(({ length }) => length > 65_000 && length < 70_000),
    'jsonrpc/5/answers-1-mb': () => deafTo(({ length }) => length > 1e6 && length < 1_100_000),
    // A tool that never answers to what its schema forbids.
    'jsonrpc/5/every-request-answered': () =>
      deafTo((text) => {
        const { method, params } = askedIn(text);
        return method === 'tools/call' && JSON.stringify(params).includes('"arguments":"errata"');
      }),
  }),
  ...broken('jsonrpc', 'http', {
    'jsonrpc/5/answers-harmless'() {
      let times = 0;
      return {
        http: async (ask, next) =>
          String(ask.body).includes('"add"') && (times += 1) === 1 ? undefined : next(ask),
      };
    },
  }),
];

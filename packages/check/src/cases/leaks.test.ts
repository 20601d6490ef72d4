import { describe, expect, it } from 'vitest';
import { objectOrEmpty, parseJson } from '../json/json.js';
import type { Breakage, Hooks } from '../testing/breakage.js';
import { checkSample, resultsOf } from '../testing/check-sample.js';
import type { CheckOptions } from '../run/options.js';
import { ANSWERS_CASES } from './answers.js';
import { LEAKS_CASES } from './leaks.js';

const STDIO = { era: '2025-11-25', transport: 'stdio' } as const;
/** Every tool is called, so that there is something to pass. */
const ALL: CheckOptions = { allowWrites: true, context: ANSWERS_CASES };
const HTTP = { era: '2025-11-25', transport: 'http' } as const;

async function verdictOf(
  name: string,
  hooks: Hooks,
  where: Pick<Breakage, 'era' | 'transport'> = STDIO,
  options: CheckOptions = {},
): Promise<string> {
  const id = `errata/leaks/${name}`;
  const server = { ...where, id, breaks: () => hooks };
  const report = await checkSample(where, server, { cases: LEAKS_CASES, ...options });
  return resultsOf(report).find((result) => result.id === id)!.verdict;
}

/** Says it in the failures of unknown tools, in one of these forms. */
function fails(reply: (leak: string) => object, leak: string): Hooks {
  return {
    outgoing(text, request = '') {
      if (!/tools\/call.*errata_check_no_such/.test(request)) return text;
      const { id } = objectOrEmpty(parseJson(text));
      return JSON.stringify({ jsonrpc: '2.0', id, ...reply(leak) });
    },
  };
}

const FORMS = {
  'the message of an error': (text: string) => ({ error: { code: -32602, message: text } }),
  'the data of an error': (text: string) => ({
    error: { code: -32602, message: 'no', data: { a: [{ b: text }] } },
  }),
  'JSON in the text of a result': (text: string) => ({
    result: { isError: true, content: [{ type: 'text', text: JSON.stringify({ text }) }] },
  }),
  'a result that should have failed': (text: string) => ({
    result: { content: [{ type: 'text', text }] },
  }),
};
const PATH = "cannot open '/home/ada/server/tools.json'";

describe('a leak', () => {
  it.each(Object.entries(FORMS))('is seen in %s', async (_form, reply) => {
    expect(await verdictOf('file-path', fails(reply, PATH))).toBe('warn');
    expect(await verdictOf('stack-trace', fails(reply, 'no\n    at f (a.js:1:2)'))).toBe('fail');
  });

  it('is seen on the error page of a framework', async () => {
    const hooks: Hooks = {
      http: async (ask, next) =>
        Buffer.from(ask.body ?? '').includes('prompts/get')
          ? {
              status: 500,
              headers: { 'content-type': 'text/html' },
              body: '<pre>Error: no<br> &nbsp; &nbsp;at handle (/app/index.js:12:5)</pre>',
              ended: 'whole',
            }
          : next(ask),
    };
    expect(await verdictOf('stack-trace', hooks, HTTP)).toBe('fail');
  });

  it('is seen in a header of a failure', async () => {
    const hooks: Hooks = {
      async http(ask, next) {
        const answer = await next(ask);
        if (answer === undefined || !answer.body.includes('"error"')) return answer;
        return { ...answer, headers: { ...answer.headers, 'x-debug': 'redis://:hunter2@cache' } };
      },
    };
    expect(await verdictOf('credentials', hooks, HTTP)).toBe('fail');
  });

  it.each(['resources/read', 'prompts/get', 'tools/list'])(
    'of the environment is seen in a result of %s',
    async (method) => {
      const canaries = { environment: ['errata-canary-77'], argument: 'Tr0ub4dor-errata-canary' };
      const outgoing: Hooks['outgoing'] = (text, request = '') =>
        request.includes(`"${method}"`)
          ? text.replace('"result":{', '"result":{"_meta":{"key":"errata-canary-77"},')
          : text;
      const options = { ...ALL, canaries };
      expect(await verdictOf('environment', { outgoing }, STDIO, options)).toBe('fail');
      expect(await verdictOf('environment', {}, STDIO, options)).toBe('pass');
    },
  );

  it('is none where the server tells it to everybody', async () => {
    const offer: Hooks['offer'] = (options) => ({
      ...options,
      resources: [{ uri: 'file:///home/ada/notes.txt', name: 'notes', read: () => 'x' }],
    });
    const hooks = fails(FORMS['the message of an error'], PATH);
    expect(await verdictOf('file-path', { ...hooks, offer }, STDIO, ALL)).toBe('pass');
  });

  it('is none where the client sent it', async () => {
    const echo =
      "no argument 'password' of value Tr0ub4dor-errata-canary, see password=Tr0ub4dor-errata-canary";
    const hooks = fails(FORMS['the message of an error'], echo);
    expect(await verdictOf('credentials', hooks, STDIO, ALL)).toBe('pass');
    expect(await verdictOf('argument', hooks)).toBe('fail');
  });

  it('is not ruled out while a tool was not called', async () => {
    expect(await verdictOf('credentials', {})).toBe('not observed');
    expect(await verdictOf('credentials', {}, STDIO, ALL)).toBe('pass');
    const listless: Hooks = {
      incoming: (text) => (text.includes('"tools/list"') ? undefined : text),
    };
    expect(await verdictOf('credentials', listless, STDIO, ALL)).toBe('not observed');
  });

  it('is masked wherever the report shows it', async () => {
    const dsn = 'no connection to postgres://ada:hunter2secret@db.example.com/app';
    const hooks = fails(FORMS['the data of an error'], dsn);
    const server = { ...STDIO, id: 'of a test', breaks: () => hooks };
    const report = await checkSample(STDIO, server, { cases: LEAKS_CASES });
    const [found] = resultsOf(report).filter(({ id }) => id === 'errata/leaks/credentials');
    expect(found!.why).toBe('a failure shows a URL with a password: "[masked: 30 characters]"');
    expect(JSON.stringify(report)).not.toContain('hunter2secret');
  });

  it('of SQL is none from a tool that takes SQL', async () => {
    const say = (name: string): Hooks => ({
      offer: (options) => ({
        ...options,
        tools: [
          {
            name: 'ask',
            description: 'Asks.',
            annotations: { readOnlyHint: true },
            inputSchema: {
              type: 'object',
              properties: { [name]: { type: 'string' } },
              required: [name],
            },
            run: () => 'done',
          },
        ],
      }),
      outgoing: (text, request = '') =>
        request.includes('"name":"ask"')
          ? JSON.stringify({
              jsonrpc: '2.0',
              id: objectOrEmpty(parseJson(text))['id'],
              ...FORMS['the message of an error']('Write it as SELECT a FROM b'),
            })
          : text,
    });
    expect(await verdictOf('sql', say('query'))).toBe('pass');
    expect(await verdictOf('sql', say('name'))).toBe('warn');
  });
});

describe('log messages', () => {
  const logs = (data: string): Hooks => ({
    incoming(text, controls) {
      const params = { level: 'info', data: { text: data } };
      if (text.includes('"prompts/get"')) {
        controls.say(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params }));
      }
      return text;
    },
  });

  it.each([
    ['prompts/get was called', 'pass'],
    ['prompts/get was called with errata-canary-6b1f0c2e9d', 'fail'],
    ['prompts/get was called with password=hunter2', 'fail'],
  ])('of %j are judged %s', async (data, verdict) => {
    expect(await verdictOf('log-messages', logs(data))).toBe(verdict);
  });
});

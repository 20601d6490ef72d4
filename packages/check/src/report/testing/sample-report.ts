import type { Report, CaseResult } from '../../run/results.js';
import { exchangeOf, reportOf, resultOf, targetOf, httpReplyOf } from './build.js';

/** Each breaks something somewhere: a terminal, a page, a document, a line, a reader. */
export const HOSTILE_TEXTS = {
  ansi: '\u001b[31mred\u001b[0m\u001b]0;title\u0007',
  controls: 'a\u0000b\bc\u007fd\u009b31me\rf\ng\th',
  script: '</script><script>alert(1)</script>',
  comment: '<!-- <script> --!> <![CDATA[ ]]> <?xml?> &amp; &#0;',
  quotes: `"' onmouseover="alert(1)" x='`,
  surrogates: 'high \ud800 low \udc00 end',
  bidi: 'user\u202e\u2066nimda\u2069\u200f\u200b',
  lines: 'one\u2028two\u2029three\u0085four',
  wide: '未知のエラー 😀 \u{1f468}\u200d\u{1f469}',
  commands: `::error::v \n::error::x \r::error::y \u2028::error::z ${'::error::w '.repeat(60)}`,
  markers: '##[error]a ##vso[task.complete]b ##teamcity[c] ###[group]d',
  nothing: '\ufffe\uffff\ufeff',
  long: `{"jsonrpc":"2.0","id":1,"result":"${'😀é'.repeat(34_000)}"}`,
} as const;

const texts = Object.values(HOSTILE_TEXTS);

/** A server that has every text that a server can choose chosen badly. */
export const HOSTILE_REPORT: Report = reportOf(
  texts.map((text, index) =>
    targetOf(
      (['fail', 'warn', 'known', 'declared', 'not observed', 'not applicable'] as const).map(
        (verdict) =>
          resultOf({
            id: `errata/hostile/${verdict.replaceAll(' ', '-')}`,
            verdict,
            why: `It said ${text}`,
            connection: 'closed',
            exchanges: [
              exchangeOf([text, text], [text], {
                httpRequests: [{ method: 'POST', path: `/${text}`, headers: { origin: text } }],
                httpAnswers: [httpReplyOf(200, text, { headers: { 'x-text': text } })],
              }),
              exchangeOf([text], []),
            ],
            views: [
              {
                call: `tools/call ${text}`,
                hosts: [{ id: 'host', name: 'Host', text, tokens: 9 }],
              },
            ],
          }),
      ),
      {
        target: `node ${index}.js ${text.slice(0, 40)}`,
        server: { name: text, version: text },
        notes: [text],
        contract: {
          name: 'file.json',
          met: [],
          findings: [
            {
              kind: 'undeclared code',
              era: '2025-11-25',
              code: null,
              reason: text,
              why: text,
              exchange: exchangeOf([text], [text]),
            },
          ],
        },
        ...(index === 0 && { unreachable: text }),
      },
    ),
  ),
  { stale: [{ case: HOSTILE_TEXTS.bidi, target: HOSTILE_TEXTS.ansi }] },
);

const PASSES = [
  ['mcp/lifecycle/initialize', 'lifecycle'],
  ['jsonrpc/4/blank-line', 'framing'],
  ['jsonrpc/5/id-echo-string', 'ids'],
  ['jsonrpc/5/id-echo-number', 'ids'],
  ['jsonrpc/5/result-or-error', 'requests'],
  ['jsonrpc/6/empty-batch', 'batches'],
  ['errata/leaks/sql', 'leaks'],
] as const;

const passes = (era: CaseResult['era']) =>
  PASSES.map(([id, group]) =>
    resultOf({
      id,
      group,
      era,
      exchanges: [
        exchangeOf(
          ['{"jsonrpc":"2.0","id":1,"method":"ping"}'],
          ['{"jsonrpc":"2.0","id":1,"result":{}}'],
        ),
      ],
    }),
  );

const bigId = (era: CaseResult['era']) =>
  resultOf({
    id: 'jsonrpc/5/id-echo-bigint',
    group: 'ids',
    era,
    verdict: 'fail',
    requirement: 'A reply has the id of its request, digit for digit.',
    why: 'The id 9007199254740993 came back as 9007199254740992.',
    fix: 'Keep the id as the text that it came in; a double has no room for it.',
    exchanges: [
      exchangeOf(
        ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}'],
        ['{"jsonrpc":"2.0","id":9007199254740992,"result":{}}'],
      ),
    ],
  });

const vague = resultOf({
  id: 'errata/messages/names-the-field',
  group: 'messages',
  verdict: 'warn',
  keyword: 'SHOULD',
  requirement: 'The message about a wrong argument names the argument.',
  link: 'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling',
  why: 'The message "Internal error" does not say "city".',
  fix: 'Say which argument is wrong and what it may be.',
  connection: 'silent',
  exchanges: [
    exchangeOf(
      ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"lookup","arguments":{}}}'],
      [
        '{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"Internal error","data":{"why":"nobody knows, but it is a long story"}}}',
      ],
    ),
    exchangeOf(['{"jsonrpc":"2.0","id":8,"method":"ping"}'], [], {
      state: 'silent',
      reply: undefined,
    }),
    exchangeOf(['{"jsonrpc":"2.0","id":9,"method":"ping"}'], [], {
      state: 'silent',
      reply: undefined,
    }),
  ],
  views: [
    {
      call: 'tools/call lookup',
      hosts: [
        {
          id: 'claude-code',
          name: 'Claude Code',
          text: 'MCP error -32603: Internal error',
          tokens: 11,
        },
        { id: 'vs-code', name: 'VS Code', text: 'MCP error -32603: Internal error', tokens: 11 },
        {
          id: 'openai-agents',
          name: 'OpenAI Agents',
          text: 'An error occurred while running the tool. Please try again. Error: Internal error',
          tokens: 19,
        },
        {
          id: 'langchain',
          name: 'LangChain',
          text: '',
          nothing: 'the call throws in the program',
          tokens: 0,
        },
      ],
    },
  ],
});

const others = [
  resultOf({
    id: 'mcp/ids/null-id',
    group: 'ids',
    verdict: 'declared',
    why: 'An unreadable id is answered by null.',
  }),
  resultOf({
    id: 'errata/leaks/file-path',
    group: 'leaks',
    verdict: 'known',
    why: 'The message has /srv/app/index.js in it. Known: fixed in 2.0.',
  }),
  resultOf({
    id: 'errata/arguments/missing',
    group: 'arguments',
    verdict: 'not observed',
    why: 'No tool says that it only reads.',
  }),
  resultOf({
    id: 'errata/arguments/wrong-type',
    group: 'arguments',
    verdict: 'not observed',
    why: 'No tool says that it only reads.',
  }),
  resultOf({
    id: 'errata/retry/honest',
    group: 'retry',
    verdict: 'not observed',
    why: 'No failure had a retry hint.',
  }),
  resultOf({
    id: 'mcp/http/origin',
    group: 'http',
    verdict: 'not applicable',
    why: 'not on stdio',
  }),
];

const stdio = targetOf(
  [
    ...passes('2025-11-25'),
    bigId('2025-11-25'),
    vague,
    ...others,
    ...passes('2026-07-28'),
    bigId('2026-07-28'),
  ],
  {
    contract: {
      name: 'routeros',
      met: ['DEVICE_UNREACHABLE', 'AUTH_FAILED'],
      findings: [
        {
          kind: 'undeclared code',
          era: '2025-11-25',
          code: -32050,
          reason: 'DEVICE_ON_FIRE',
          why: 'The contract has no such number.',
          exchange: exchangeOf(
            ['{"jsonrpc":"2.0","id":12,"method":"tools/call"}'],
            ['{"jsonrpc":"2.0","id":12,"error":{"code":-32050,"message":"On fire"}}'],
          ),
        },
      ],
    },
    notes: ['2 tools were not called: write_file, delete_file may write.'],
  },
);

const http = targetOf(
  [
    ...passes('2025-11-25'),
    resultOf({
      id: 'jsonrpc/5/id-echo-bigint',
      group: 'ids',
      requirement: 'A reply has the id of its request, digit for digit.',
    }),
    resultOf({
      id: 'mcp/http/origin',
      group: 'http',
      verdict: 'fail',
      requirement: 'A request with a foreign Origin is refused with 403.',
      link: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning',
      why: 'It was answered with 200.',
      fix: 'Compare the Origin header with the hosts that the server knows.',
      connection: 'closed',
      exchanges: [
        exchangeOf(
          ['{"jsonrpc":"2.0","id":1,"method":"ping"}'],
          ['{"jsonrpc":"2.0","id":1,"result":{}}'],
          {
            httpRequests: [
              {
                method: 'POST',
                path: '/mcp',
                headers: {
                  origin: 'http://evil.example',
                  accept: 'application/json, text/event-stream',
                },
              },
            ],
            httpAnswers: [
              httpReplyOf(200, 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n', {
                headers: { 'content-type': 'text/event-stream' },
                ended: 'left',
              }),
            ],
            state: 'closed',
          },
        ),
      ],
    }),
  ],
  {
    target: 'http://127.0.0.1:3000/mcp',
    transport: 'http',
    server: { name: 'web', version: '3.0.0' },
    requests: 310,
    ms: 830,
  },
);

/** One server, every verdict. */
export const STDIO_REPORT: Report = reportOf([stdio]);

/** Three servers, one of them not there, and a baseline that is out of date. */
export const SAMPLE_REPORT: Report = reportOf(
  [
    stdio,
    http,
    targetOf([], {
      target: 'node gone.js',
      server: { name: '', version: '' },
      unreachable: 'The process ended with code 1 before it said anything.',
      requests: 1,
      ms: 40,
    }),
  ],
  { stale: [{ case: 'jsonrpc/4/blank-line', era: '2025-11-25', why: 'old' }] },
);

import { describe, expect, it } from 'vitest';
import { renderTerminal, type TerminalOptions } from './render-terminal.js';
import { exchangeOf, NO_COLORS, reportOf, resultOf, targetOf } from './testing/build.js';
import {
  HOSTILE_REPORT,
  HOSTILE_TEXTS,
  SAMPLE_REPORT,
  STDIO_REPORT,
} from './testing/sample-report.js';
import { cells } from './text.js';

const render = (report: typeof SAMPLE_REPORT, options: Partial<TerminalOptions> = {}) =>
  renderTerminal(report, { columns: 80, colors: NO_COLORS, ...options });

const ONE_SERVER = `C  sample 1.2.0: 1 failure, 1 warning, 1 contract finding
Worst: jsonrpc/5/id-echo-bigint: The id 9007199254740993 came back as
│ 9007199254740992.

node server.js
stdio · sample 1.2.0 · 2025-11-25, 2026-07-28 · 12.4 s · 1,204 requests

Notes
  - 2 tools were not called: write_file, delete_file may write.

  ✓ Handshake and versions                  1 passed
  ✓ Framing and parsing                     1 passed
  ✗ Ids                                     1 failed, 1 declared, 2 passed
  ✓ Requests                                1 passed
  ✓ Batches                                 1 passed
  ? Arguments of tools                      2 not observed
  ! What a failure says                     1 warned
  ~ Leaks                                   1 known, 1 passed
  ? Retry hints                             1 not observed

✗ jsonrpc/5/id-echo-bigint                                2025-11-25, 2026-07-28
  MUST    A reply has the id of its request, digit for digit.
  seen    The id 9007199254740993 came back as 9007199254740992.
  sent    {"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}
  got     {"jsonrpc":"2.0","id":9007199254740992,"result":{}}
  from    your code, or an SDK that its replies do not prove
  fix     Keep the id as the text that it came in; a double has no room for it.
  rule    https://www.jsonrpc.org/specification#response_object

! errata/messages/names-the-field                                     2025-11-25
  SHOULD  The message about a wrong argument names the argument.
  seen    The message "Internal error" does not say "city".
  sent    {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"lookup
        │ ","arguments":{}}}
  got     {"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"Internal err
        │ or","data":{"why":"nobody knows, but it is a long story"}}}
  sent    {"jsonrpc":"2.0","id":8,"method":"ping"}
  got     nothing
          and 1 more exchange
  state   the server did not answer
  from    your code, or an SDK that its replies do not prove
  fix     Say which argument is wrong and what it may be.
  rule    https://modelcontextprotocol.io/specification/2025-11-25/server/
        │ tools#error-handling
  model   What the model sees of tools/call lookup:
          Claude Code, VS Code (11 tokens): MCP error -32603: Internal error
          OpenAI Agents (19 tokens): An error occurred while running the tool.
          │ Please try again. Error: Internal error
          LangChain: nothing: the call throws in the program

Contract routeros: 2 declared reasons seen, 1 finding

✗ undeclared code -32050 (DEVICE_ON_FIRE): The contract has no such number.
  2025-11-25
  sent    {"jsonrpc":"2.0","id":12,"method":"tools/call"}
  got     {"jsonrpc":"2.0","id":12,"error":{"code":-32050,"message":"On fire"}}

Declared by the contract
  mcp/ids/null-id  2025-11-25
    seen  An unreadable id is answered by null.

Known, by the baseline
  errata/leaks/file-path  2025-11-25
    seen  The message has /srv/app/index.js in it. Known: fixed in 2.0.

Not observed: 3 cases
  2  No tool says that it only reads.
  1  No failure had a retry hint.
  (--verbose names the cases)

1 failed, 1 warned, 1 known, 1 declared, 3 not observed, 7 passed, 1 not
│ applicable, 1 contract finding
in 2 revisions, merged by case: the worst verdict counts`;

const MATRIX = `1 stale baseline entry, see below

C  sample 1.2.0: 1 failure, 1 warning, 1 contract finding
C  web 3.0.0: 1 failure, 0 warnings
not judged  node gone.js

  A   2025-11-25  node server.js
  B   2026-07-28  node server.js
  C   2025-11-25  http://127.0.0.1:3000/mcp
      unreachable  node gone.js

                                 A  B  C
mcp/http/origin                  –     ✗
jsonrpc/5/id-echo-bigint         ✗  ✗  ✓
errata/messages/names-the-field  !

✗ failed   ! warned   ✓ passed   – not applicable

`;

const LAST = `C  web 3.0.0: 1 failure, 0 warnings
Worst: mcp/http/origin: It was answered with 200.

http://127.0.0.1:3000/mcp
http · web 3.0.0 · 2025-11-25 · 830 ms · 310 requests

  ✓ Handshake and versions                  1 passed
  ✓ Framing and parsing                     1 passed
  ✓ Ids                                     3 passed
  ✓ Requests                                1 passed
  ✓ Batches                                 1 passed
  ✓ Leaks                                   1 passed
  ✗ HTTP                                    1 failed

✗ mcp/http/origin                                                     2025-11-25
  MUST    A request with a foreign Origin is refused with 403.
  seen    It was answered with 200.
  sent    POST /mcp  origin: http://evil.example; accept: application/json, text
        │ /event-stream
        │ {"jsonrpc":"2.0","id":1,"method":"ping"}
  got     HTTP 200, the rest was not read  content-type: text/event-stream
        │ event: message␊data: {"jsonrpc":"2.0","id":1,"result":{}}␊␊
  state   the server closed the connection
  from    your code, or an SDK that its replies do not prove
  fix     Compare the Origin header with the hosts that the server knows.
  rule    https://modelcontextprotocol.io/specification/2025-11-25/basic/
        │ transports#security-warning

────────────────────────────────────────────────────────────────────────────────

not judged  node gone.js

node gone.js
stdio · 40 ms · 1 request

Nothing was judged: The process ended with code 1 before it said anything.

Entries of the baseline that no longer fail: remove them
  ✗ jsonrpc/4/blank-line  2025-11-25

3 servers, 1 unreachable, 2 failed, 1 warned, 1 known, 1 declared, 3 not
│ observed, 15 passed, 1 not applicable, 1 contract finding, 1 stale baseline
│ entry
in up to 2 revisions, merged by case: the worst verdict counts`;

describe('renderTerminal', () => {
  it('tells a person about one server', () => expect(render(STDIO_REPORT)).toBe(ONE_SERVER));

  it('puts several side by side first', () => {
    expect(render(SAMPLE_REPORT).startsWith(MATRIX)).toBe(true);
  });

  it('tells each of them then, and ends with a sum', () => {
    expect(render(SAMPLE_REPORT).endsWith(LAST)).toBe(true);
  });

  it.each([40, 80, 120])("never begins a line with a server's text: %i columns", (columns) => {
    for (const verbose of [false, true]) {
      const lines = render(HOSTILE_REPORT, { columns, verbose }).split('\n');
      expect(lines.filter((line) => /^\s*::/.test(line))).toEqual([]);
      expect(lines.filter((line) => /^\s*│ ::error::w/.test(line)).length).toBeGreaterThan(10);
    }
  });

  it.each([40, 80, 120])('never shows a raw control or a line over %i columns', (columns) => {
    for (const report of [SAMPLE_REPORT, HOSTILE_REPORT]) {
      for (const verbose of [false, true]) {
        const lines = render(report, { columns, verbose }).split('\n');
        expect(lines.filter((line) => /[\p{C}\p{Zl}\p{Zp}]/u.test(line))).toEqual([]);
        expect(lines.filter((line) => cells(line) > columns)).toEqual([]);
      }
    }
  });

  it('adds colours, and nothing else', () => {
    const paint = (name: string) => (text: string) => `\u001b[${name}]${text}\u001b[/]`;
    const colors = Object.fromEntries(
      Object.keys(NO_COLORS).map((name) => [name, paint(name)]),
    ) as unknown as typeof NO_COLORS;
    const colorful = render(SAMPLE_REPORT, { colors });
    expect(colorful.replaceAll(/\u001b\[[a-z/]+\]/g, '')).toBe(render(SAMPLE_REPORT));
    expect(colorful).toContain('\u001b[bold]\u001b[red]✗ jsonrpc/5/id-echo-bigint');
  });

  const report = (text: string, more = {}) =>
    reportOf([
      targetOf([resultOf({ verdict: 'fail', exchanges: [exchangeOf([text], [])], ...more })]),
    ]);

  it.each([
    ['x'.repeat(140), 2, undefined],
    ['x'.repeat(141), 2, '… 141 characters'],
    [HOSTILE_TEXTS.long, 2, '… 102,036 characters'],
    ['𝐱'.repeat(141), 2, '… 282 characters'],
  ])('gives a text two lines, and names its length where it is cut', (text, count, note) => {
    const lines = render(report(text)).split('\n');
    const from = lines.findIndex((line) => line.startsWith('  sent'));
    const sent = lines.slice(
      from,
      lines.findIndex((line) => line.startsWith('  got')),
    );
    expect(sent).toHaveLength(count);
    if (note === undefined) expect(sent.join('')).not.toContain('…');
    else expect(sent.at(-1)).toMatch(new RegExp(`${note}$`));
  });

  it('reports everything where it is asked to', () => {
    const text = `${'x'.repeat(3000)} end`;
    const exchanges = Array.from({ length: 4 }, (_, index) => exchangeOf([`${text}${index}`], []));
    const verbose = render(report('', { exchanges }), { verbose: true });
    expect(verbose.match(/end\d/g)).toEqual(['end0', 'end1', 'end2', 'end3']);
    expect(render(report('', { exchanges }))).toContain('and 2 more exchanges');
    expect(render(STDIO_REPORT, { verbose: true })).toContain(
      'Not applicable\n  1  not on stdio\n     mcp/http/origin (2025-11-25)\n',
    );
  });

  it('reports a finding of a contract once for all revisions', () => {
    const finding = {
      kind: 'wrong retryability',
      code: null,
      why: 'It may be repeated.',
      exchange: exchangeOf(['a'], ['b']),
    } as const;
    const contract = {
      name: 'c',
      met: [],
      findings: [
        { ...finding, era: '2025-11-25' },
        { ...finding, era: '2026-07-28' },
      ],
    } as const;
    const answer = render(reportOf([targetOf([resultOf()], { contract })]));
    expect(answer.match(/It may be repeated/g)).toHaveLength(1);
    expect(answer).toContain(
      '✗ wrong retryability without a number: It may be repeated.\n  2025-11-25, 2026-07-28\n',
    );
  });

  const clean = targetOf([resultOf()]);
  const gone = targetOf([], { target: 'node gone.js', unreachable: 'It ended.' });
  const unseen = targetOf([resultOf({ verdict: 'not observed', why: 'no tool' })]);

  it('says so where all is well', () => {
    expect(
      render(reportOf([clean]))
        .split('\n')
        .at(-1),
    ).toBe('1 passed');
  });

  it.each([
    [
      'all are well',
      [clean, { ...clean, target: 'other' }],
      'Nothing fails or warns, and all came out alike.',
    ],
    ['one is gone', [clean, gone], 'Nothing fails or warns. Not reached: node gone.js.'],
    [
      'all are gone',
      [gone, { ...gone, target: 'node lost.js' }],
      'Nothing was judged: node gone.js, node lost.js could not be reached.',
    ],
    [
      'nothing was seen',
      [unseen, { ...unseen, target: 'other' }],
      'Nothing was judged: nothing could be observed.',
    ],
  ])('says side by side no more than is true: %s', (_, targets, sentence) => {
    expect(render(reportOf(targets)).split('\n')).toContain(sentence);
  });

  it('breaks a matrix that is too wide into blocks', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      targetOf([resultOf({ verdict: 'fail' })], { target: `t${index}` }),
    );
    const lines = render(reportOf(many)).split('\n');
    const rows = lines.filter((line) => /^jsonrpc\/5\/result-or-error  ✗/.test(line));
    expect(rows.join('').match(/✗/g)).toHaveLength(30);
    expect(rows).toHaveLength(2);
    expect(lines).toContain('  AD  2025-11-25  t29');
  });
});

import type { Report } from '../../run/results.js';
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

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { linkTo } from './html/case-card.js';
import { reportOf, resultOf, targetOf } from './testing/build.js';
import { HOSTILE_REPORT, HOSTILE_TEXTS, SAMPLE_REPORT } from './testing/sample-report.js';
import { printable } from './text.js';
import { toHtml } from './to-html.js';

const pages = [
  ['sample', toHtml(SAMPLE_REPORT)],
  ['hostile', toHtml(HOSTILE_REPORT)],
  ['empty', toHtml(reportOf([]))],
] as const;

/** The texts of a page, as a browser would have them. */
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#35;', '#')
    .replaceAll('&#58;', ':')
    .replaceAll('&amp;', '&');

describe.each(pages)('the %s page', (_, page) => {
  const body = page.slice(page.indexOf('<body>'), page.indexOf('</html>'));

  it('has no tags but its own, well nested, and no script or comment from a server', () => {
    const markup = body.replace(/<script>[\s\S]*?<\/script>\s*(?=<\/body>)/, '');
    expect(markup).not.toMatch(/<script|<!--|<style| on\w+="[^"]*"|javascript:/i);
    const open: string[] = [];
    const pattern = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>/g;
    for (const [, end, name] of markup.matchAll(pattern)) {
      if (end === '/') expect(open.pop()).toBe(name);
      else if (name !== 'input') open.push(name!);
    }
    expect(open).toEqual([]);
    expect(markup.replaceAll(pattern, '')).not.toMatch(/[<>]/);
  });

  it('allows by hash just the style and the script that it has', () => {
    const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(page)!;
    const hash = (text: string) => createHash('sha256').update(text).digest('base64');
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page)!;
    const [, script] = /<script>([\s\S]*?)<\/script>/.exec(page)!;
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash(style!)}'; script-src 'sha256-${hash(script!)}'; base-uri 'none'; form-action 'none'`,
    );
  });

  it('leads only to places that exist, each of them once', () => {
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of body.matchAll(/ (?:href="#|aria-labelledby=")([^"]+)"/g)) {
      expect(ids).toContain(id);
    }
  });

  it('needs nothing from elsewhere', () => {
    expect(page).not.toMatch(/<link|<img|<iframe|@import|url\(| src=/);
  });
});

describe('toHtml', () => {
  const hostile = toHtml(HOSTILE_REPORT);
  const answer = textOf(hostile);

  it('has nothing in it that can not be seen', () => {
    expect(hostile).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
  });

  it.each(Object.entries(HOSTILE_TEXTS))('loses nothing of %s but what it names', (_, text) => {
    expect(answer).toContain(printable(text.slice(0, 4000)));
    if (text.length > 4000) expect(answer).toContain('4,000 of 102,036 characters');
  });

  it('has a card for each case and verdict with everything that filters need', () => {
    const cards = [...toHtml(SAMPLE_REPORT).matchAll(/<details class="case" ([^>]+)>/g)];
    expect(cards).toHaveLength(24);
    expect(cards.map(([, attributes]) => attributes)).toContain(
      'id="t0-0" data-verdict="fail" data-group="ids" data-eras="2025-11-25 2026-07-28" data-target="0"',
    );
  });

  it('lists cases the worst first, and leads there from the matrix', () => {
    const page = toHtml(
      reportOf([
        targetOf([
          resultOf({ id: 'p', group: 'lifecycle' }),
          resultOf({ id: 'w-abuse', group: 'abuse', verdict: 'warn' }),
          resultOf({ id: 'f-ids', group: 'ids', verdict: 'fail' }),
          resultOf({ id: 'w-ids', group: 'ids', verdict: 'warn' }),
          resultOf({ id: 'f-leaks', group: 'leaks', verdict: 'fail' }),
        ]),
      ]),
    );
    const main = page.slice(page.indexOf('<main'));
    const answer = [...main.matchAll(/<h3 id="[^"]+">([^<]+)<|<span class="id">([^<]+)</g)];
    expect(answer.map(([, title, id]) => title ?? id)).toEqual([
      'Failed',
      'f-leaks',
      'f-ids',
      'Warned',
      'w-abuse',
      'w-ids',
      'Passed',
      'p',
    ]);
    expect(page).toMatch(/href="#t0-fail" data-group="ids"/);
    expect(page).toMatch(/href="#t0-warn" data-group="abuse"/);
    expect(main).toContain('<span class="eras">Ids · 2025-11-25</span>');
  });

  it('reports the wire log, the model’s view, the contract, the baseline and who is gone', () => {
    const answer = textOf(toHtml(SAMPLE_REPORT));
    for (const text of [
      '{"jsonrpc":"2.0","id":9007199254740992,"result":{}}',
      'POST /mcp',
      'origin: http://evil.example',
      'HTTP 200, the rest was not read',
      'What the model sees of tools/call lookup',
      'Claude Code, VS Code 11 tokens',
      'LangChain nothing: the call throws in the program',
      '-32050 DEVICE_ON_FIRE',
      'the server closed the connection',
      'jsonrpc/4/blank-line  2025-11-25',
      'Nothing was judged: The process ended with code 1 before it said anything.',
    ]) {
      expect(answer).toContain(text);
    }
  });

  it('hides passes at first only where there is something else', () => {
    const box = /value="pass" checked/;
    expect(toHtml(SAMPLE_REPORT)).not.toMatch(box);
    expect(toHtml(reportOf([targetOf([resultOf()])]))).toMatch(box);
  });

  it('links to the web only', () => {
    expect(linkTo('https://a.example/"')).toBe(
      '<a href="https://a.example/&quot;" rel="noreferrer">https://a.example/&quot;</a>',
    );
    expect(linkTo('javascript:alert(1)')).toBe('javascript:alert(1)');
  });
});

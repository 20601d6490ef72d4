import { createContext, Script } from 'node:vm';
import type { WireExchange, ReceivedMessage, HttpReply } from '../../exchange.js';
import type { CaseResult, Report, TargetReport } from '../../run/results.js';
import type { Colors } from '../render-terminal.js';

/** An exchange of texts; more where a test is about it. */
export function exchangeOf(
  sent: readonly string[],
  message: readonly string[],
  more: Partial<WireExchange> = {},
): WireExchange {
  const messages = message.map((text, index): ReceivedMessage => ({
    text,
    value: undefined,
    at: 101 + index,
  }));
  return {
    sent,
    received: messages,
    responses: messages,
    reply: messages[0],
    httpAnswers: [],
    state: 'open',
    at: 100,
    ms: 12,
    ...more,
  };
}

export function httpReplyOf(
  status: number,
  body: string,
  more: Partial<HttpReply> = {},
): HttpReply {
  return { status, headers: { 'content-type': 'application/json' }, body, ended: 'whole', ...more };
}

/** Default: a pass. */
export function resultOf(more: Partial<CaseResult> = {}): CaseResult {
  return {
    id: 'jsonrpc/5/result-or-error',
    group: 'requests',
    keyword: 'MUST',
    requirement: 'A reply has a result or an error, and never both.',
    link: 'https://www.jsonrpc.org/specification#response_object',
    fix: 'Build replies in one place that takes either a result or an error.',
    era: '2025-11-25',
    verdict: 'pass',
    connection: 'open',
    exchanges: [],
    views: [],
    ...more,
  };
}

export function targetOf(
  results: readonly CaseResult[],
  more: Partial<TargetReport> = {},
): TargetReport {
  const eras = [...new Set(results.map(({ era }) => era))];
  return {
    target: 'node server.js',
    transport: 'stdio',
    server: { name: 'sample', version: '1.2.0' },
    eras: eras.map((era) => ({ era, results: results.filter((each) => each.era === era) })),
    notes: [],
    requests: 1204,
    ms: 12_430,
    ...more,
  };
}

export function reportOf(targets: readonly TargetReport[], more: Partial<Report> = {}): Report {
  return { version: '0.1.0', date: '2026-11-02T10:15:00.000Z', targets, stale: [], ...more };
}

const plain = (text: string): string => text;

export const NO_COLORS: Colors = {
  bold: plain,
  dim: plain,
  red: plain,
  yellow: plain,
  green: plain,
  cyan: plain,
};

type Listener = (event: { target: FakeElement }) => void;

/** As much of an element as the script of the report touches. */
export class FakeElement {
  hidden = false;
  open = false;
  checked = false;
  value = '';
  textContent = '';
  dataset: Readonly<Record<string, string>> = {};
  readonly children: FakeElement[] = [];
  readonly #listeners = new Map<string, Listener>();

  constructor(more: Partial<FakeElement> = {}) {
    Object.assign(this, more);
  }

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.set(name, listener);
  }

  fire(name: string): void {
    this.#listeners.get(name)?.({ target: this });
  }

  querySelector(): FakeElement | null {
    return this.children.find(({ hidden }) => !hidden) ?? null;
  }

  matches(): boolean {
    return this.dataset['verdict'] !== undefined;
  }

  scrollIntoView(): void {}
}

/** The elements of a page by id and by selector; the script finds nothing else. */
interface FakePage {
  readonly ids: Readonly<Record<string, FakeElement>>;
  readonly lists: Readonly<Record<string, readonly FakeElement[]>>;
}

/** Run a script on such a page; what is returned fires the events of the window. */
export function runOn(page: FakePage, script: string, hash = ''): (event: string) => void {
  const listeners = new Map<string, () => void>();
  new Script(script).runInContext(
    createContext({
      document: {
        getElementById: (id: string) => page.ids[id] ?? null,
        querySelectorAll: (selector: string) => page.lists[selector] ?? [],
      },
      location: { hash },
      addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    }),
  );
  return (event) => listeners.get(event)?.();
}

/** Elements of an XML text with their attributes, in order; throws if it is not well-formed, or has a character that XML 1.0 forbids. */
export function readXml(
  xml: string,
): readonly { name: string; attributes: Record<string, string> }[] {
  const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.exec(xml);
  if (forbidden !== null) throw new Error(`forbidden character at ${forbidden.index}`);
  const tag = /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/y;
  const text = /[^<&]*(?:&(?:amp|lt|gt|quot|#\d+);[^<&]*)*/y;
  const open: string[] = [];
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  let at = xml.indexOf('?>') + 2;
  while (at < xml.length) {
    text.lastIndex = at;
    at += text.exec(xml)![0].length;
    if (at === xml.length) break;
    tag.lastIndex = at;
    const found = tag.exec(xml);
    if (found === null) throw new Error(`no tag at ${at}: ${xml.slice(at, at + 60)}`);
    const [whole, end, name = '', attributes = '', empty] = found;
    if (end === '/' && open.pop() !== name) throw new Error(`</${name}> closes nothing at ${at}`);
    if (end === '') elements.push({ name, attributes: readAttributes(attributes) });
    if (end === '' && empty === '') open.push(name);
    at += whole.length;
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(' ')}`);
  return elements;
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => {
    if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(value!)) throw new Error(`bad reference in ${value}`);
    return [name!, value!];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}

import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { ByteFlaw, LinkLog, Probe } from '../../probe.js';
import { parseJson } from '../../json/json.js';
import { KEPT_TEXT } from '../../session/link-log.js';
import { kindOf } from '../../session/sort-heard.js';
import { MCP } from '../eras.js';
import { mcpLink } from '../links.js';
import { JSON_RFC } from './json-links.js';

type LogEvent = LinkLog['events'][number];

export const stdoutPure: Case = {
  id: 'mcp/2024-11-05/transports/stdout-pure',
  group: 'framing',
  requirement: 'Every line on standard output is a message.',
  link: mcpLink('transports', '2025-11-25', 'stdio'),
  keyword: 'MUST',
  fix: 'Send logs, banners and prints of libraries to standard error.',
  eras: MCP,
  transports: ['stdio'],
  when: 'last',
  run: (probe) =>
    judgeLines(probe, (event) => !isMessage(event), 'a line on standard output is no message'),
};

export const outputUtf8: Case = {
  id: 'jsonrpc/2/output-utf-8',
  group: 'framing',
  requirement: 'What the server writes is UTF-8.',
  link: JSON_RFC.encoding,
  keyword: 'MUST',
  fix: 'Encode messages as UTF-8, and never cut or join them as bytes of another encoding.',
  transports: ['stdio', 'tcp'],
  when: 'last',
  run: (probe) => judgeLines(probe, has('invalid UTF-8'), 'a line has bytes that are no UTF-8'),
};

export const noByteOrderMark: Case = {
  id: 'jsonrpc/2/no-byte-order-mark',
  group: 'framing',
  requirement: 'No message begins with a byte order mark.',
  link: JSON_RFC.encoding,
  keyword: 'MUST',
  fix: 'Open standard output with an encoding that writes no byte order mark: JSON parsers stumble over it.',
  transports: ['stdio', 'tcp'],
  when: 'last',
  run: (probe) => judgeLines(probe, has('byte order mark'), 'a line begins with a byte order mark'),
};

function judgeLines(probe: Probe, isWrong: (event: LogEvent) => boolean, why: string): Outcome {
  const lines = probe.links.flatMap(({ events }) => events).filter(({ way }) => way === 'in');
  if (lines.length === 0) return notObserved('nothing was heard');
  const wrong = lines.filter(isWrong);
  const [first] = wrong;
  if (first === undefined) return kept;
  const more = wrong.length === 1 ? '' : `, and ${wrong.length - 1} more are like it`;
  const shown = JSON.stringify(first.text.slice(0, 120));
  return violated(`${why}: ${shown}${more}`, ...exchangesWith(probe, first));
}

/** Where a line was heard while something was asked. */
function exchangesWith({ exchanges }: Probe, { text, at }: LogEvent): readonly Exchange[] {
  return exchanges
    .filter(({ heard }) => heard.some((each) => each.at === at && each.text === text))
    .slice(0, 1);
}

function has(flaw: ByteFlaw): (event: LogEvent) => boolean {
  return (event) => event.flaw === flaw;
}

/** Whether a line is meant to be a message; whether it is a good one is for other cases. */
function isMessage({ text, at }: LogEvent): boolean {
  if (text.trim() === '' || text.length >= KEPT_TEXT) return true;
  const value = parseJson(text);
  if (!Array.isArray(value)) return typeof value === 'object' && isMeant(value, text, at);
  return (value as unknown[]).every((each) => isMeant(each, text, at));
}

function isMeant(value: unknown, text: string, at: number): boolean {
  return typeof value === 'object' && value !== null && kindOf({ value, text, at }) !== 'noise';
}

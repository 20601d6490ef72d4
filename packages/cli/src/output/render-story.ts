import type { Effect, Strategy } from '@errata/core';
import { STRATEGIES, stripInvisible } from '@errata/core/internal';
import type { JournalEntry } from '@errata/observe';
import type { Terminal } from '../terminal.js';
import { STRATEGY_TEXT } from './meanings.js';
import { wrap } from './wrap.js';

type Row = readonly [label: string, text: string | undefined];

const EFFECT_TEXT: Readonly<Record<Effect, string>> = {
  none: 'nothing was changed',
  done: 'what was asked for was done all the same',
  unknown: 'it is not known whether anything was changed',
};

/** Labels have a column of their own; the texts start here. A line that begins with no label begins with a bar: it may be text from outside. */
const LABEL = 10;

/** One failure as a page: the request, the reply, and the cause. */
export function renderStory(entry: JournalEntry, terminal: Terminal): string {
  const { bold, dim } = terminal.colors;
  const { columns } = terminal;
  const part = (title: string, lines: readonly string[]) => ['', bold(title), ...lines];
  const rows = (given: readonly Row[]) => given.flatMap((row) => renderRow(row, terminal));
  return [
    ...barred(linesOf(`Failure ${entry.domain}/${entry.mcp_error_code}`, columns - 2)).map(bold),
    ...barred(linesOf(`${entry.ref}, ${timeText(entry.time)}`, columns - 2)).map(dim),
    ...part('What was asked', rows(callRows(entry))),
    ...part('What the client got', rows(replyRows(entry))),
    ...part('What really happened', [
      ...rows([
        ['debug', entry.debug],
        ['context', contextText(entry.context)],
      ]),
      ...causeLines(entry, terminal),
    ]),
  ].join('\n');
}

function callRows({ method, tool_name, request_id, era, traceparent }: JournalEntry): Row[] {
  const [, trace, span] = traceparent?.split('-') ?? [];
  return [
    ['method', method ?? 'none: what came was no request'],
    ['tool', tool_name ?? undefined],
    ['id', request_id ?? 'none'],
    ['era', era === 'jsonrpc' ? 'plain JSON-RPC 2.0' : `MCP ${era}`],
    ['trace', trace],
    ['span', span],
  ];
}

function replyRows(entry: JournalEntry): Row[] {
  const { recovery_strategy: strategy, retry_after: after, effect, retryable } = entry;
  const meaning = isStrategy(strategy) ? `${strategy}: ${STRATEGY_TEXT[strategy]}` : strategy;
  return [
    ['reason', `${entry.mcp_error_code} (category ${entry.category})`],
    ['code', String(entry.error_code)],
    ['details', entry.details],
    ['recovery', after === undefined ? meaning : `${meaning}, after ${after} s`],
    ['retryable', retryable ? 'yes' : 'no'],
    ['effect', Object.hasOwn(EFFECT_TEXT, effect) ? `${effect}: ${EFFECT_TEXT[effect]}` : effect],
  ];
}

/** The chain of causes, outermost first, each with the way through the code that led to it. */
function causeLines({ causes, stack, shortened }: JournalEntry, terminal: Terminal): string[] {
  const { columns, colors } = terminal;
  const frames = (text: string | undefined, message: string) =>
    framesOf(text, message).flatMap((frame) =>
      linesOf(frame, columns - 8).map(
        (line, index) => `    │ ${index === 0 ? '' : '  '}${colors.dim(line)}`,
      ),
    );
  const chain = causes.flatMap(({ name, message, code, stack: way }, index) => {
    const label = index === 0 ? 'cause' : 'because';
    const named = code === undefined || message.includes(code) ? name : `${name} [${code}]`;
    return [
      ...renderRow([label, `${named}: ${message}`], terminal),
      ...frames(way, `${name}: ${message}`),
    ];
  });
  const own =
    stack === undefined ? [] : [...renderRow(['thrown', 'here'], terminal), ...frames(stack, '')];
  const none = causes.length === 0 ? renderRow(['cause', 'none was given'], terminal) : [];
  const cut = 'the record was too long for the journal; stacks and long texts were left out';
  return [...none, ...chain, ...own, ...(shortened ? renderRow(['note', cut], terminal) : [])];
}

function renderRow([label, text]: Row, { colors, columns }: Terminal): string[] {
  if (text === undefined) return [];
  return linesOf(text, columns - LABEL - 4).map((line, index) =>
    `  ${colors.dim((index === 0 ? label : '').padEnd(LABEL))}${index === 0 ? '  ' : '│ '}${line}`.trimEnd(),
  );
}

function barred(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === 0 ? line : `│ ${line}`));
}

function linesOf(text: string, width: number): string[] {
  // A tab would break the columns.
  return stripInvisible(text)
    .replaceAll('\t', '    ')
    .split('\n')
    .flatMap((line) => wrap(line, width));
}

/** The frames alone: the lines above them repeat the name and the message. Not every engine marks them with `at`. */
function framesOf(stack: string | undefined, message: string): string[] {
  const lines = (stack ?? '').split('\n').map((line) => line.trim());
  const frames = lines.filter((line) => line.startsWith('at '));
  return frames.length > 0 ? frames : lines.filter((line) => !message.includes(line));
}

function contextText(context: JournalEntry['context']): string | undefined {
  const lines = Object.entries(context).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return lines.length === 0 ? undefined : lines.join('\n');
}

function timeText(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)Z$/, '$1 $2 UTC');
}

function isStrategy(text: string): text is Strategy {
  return (STRATEGIES as readonly string[]).includes(text);
}

import { ERA_RULES } from '../era/index.js';
import {
  clipAdvice,
  clipOutsideQuotes,
  clipTokens,
  type Definition,
  type Effect,
  estimateTokens,
  type Fault,
  hasOwnText,
  oneLine,
  redactFault,
  TOOL_ERROR_DOMAIN,
} from '../fault/index.js';
import { isSimple, toJson } from '../codec/index.js';
import { cleanData, cleanText, isCleanJson, viewOfOwn } from './clean.js';
import type { Contract } from './define-contract.js';
import { declaredMember, type Facts, factsOf, FAULT_META_KEY, objectOrEmpty } from './shape.js';
import type { ToolWords, View } from './view.js';

/** A failed tool call in MCP: a result whose first text block is complete. */
export interface ToolFailure {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly isError: true;
  readonly structuredContent?: Facts;
  readonly _meta: { readonly [FAULT_META_KEY]: Facts };
  readonly resultType?: 'complete';
}

export interface ToolOptions {
  /** Set where the tool has no output schema or one that admits the facts: some clients reject anything else. */
  readonly structured?: boolean;
}

/** A fault as a tool result with `isError`: a text for the model, and the facts for programs. */
export function toToolFailure(
  given: Fault,
  contract: Contract,
  view: View,
  options: ToolOptions = {},
): ToolFailure {
  const fault = redactFault(given, view.redactor);
  const facts = cleanData(
    factsOf(fault, contract.number(fault, view.era), contract.payload(fault, view)),
    view.budget.dataBytes,
    viewOfOwn(fault, [], view),
  ) as Facts;
  return {
    content: [{ type: 'text', text: textOf(fault, contract, view) }],
    isError: true,
    ...(options.structured === true && { structuredContent: facts }),
    _meta: { [FAULT_META_KEY]: facts },
    ...(ERA_RULES[view.era].resultType && { resultType: 'complete' as const }),
  };
}

/** The same as JSON. Undefined where it has none. */
export function toToolFailureJson(
  fault: Fault,
  contract: Contract,
  view: View,
): string | undefined {
  const short = shortFailure(fault, contract, view);
  return cleanJson(short, view) ?? toJson(toToolFailure(fault, contract, view));
}

/** The same as an object that was found clean, for callers that write their replies themselves. */
export function toToolFailureObject(fault: Fault, contract: Contract, view: View): ToolFailure {
  const short = shortFailure(fault, contract, view);
  if (short !== undefined && isClean(short, view)) return short;
  const json = cleanJson(short, view);
  // Read back: an object with a `toJSON` could say something else when it is written again.
  return json === undefined
    ? toToolFailure(fault, contract, view)
    : (JSON.parse(json) as ToolFailure);
}

/** The JSON of a failure that may leave as it is. */
function cleanJson(failure: ToolFailure | undefined, view: View): string | undefined {
  const json = failure && toJson(failure);
  return json !== undefined && isCleanJson(json, view) ? json : undefined;
}

/** A quick check whether a failure can be sent unchanged. False means: not known. */
function isClean({ content: [{ text }], _meta }: ToolFailure, view: View): boolean {
  const { domain, category, data } = _meta[FAULT_META_KEY];
  const fields =
    data === undefined ? '' : (problemTexts(data) ?? (isSimple(data) ? toJson(data) : undefined));
  if (fields === undefined) return false;
  const isShort = (text.length + fields.length + MOST_FRAME) * 4 <= view.budget.dataBytes;
  return isShort && !view.redactor.suspicious(`${domain} ${category}\n${text}\n${fields}`);
}

/** As long as the rest of a failure is at most. */
const MOST_FRAME = 512;

/** The texts of fields; none of their names is that of a secret. */
const PROBLEM_MEMBERS: ReadonlySet<string> = new Set([
  ...['field', 'message', 'expected', 'received', 'example'],
]);

/** The texts of data that says nothing but what is wrong with some fields. They are as many as members, and need no JSON around them to be searched. */
function problemTexts(data: Readonly<Record<string, unknown>>): string | undefined {
  const { errors } = data;
  if (!Array.isArray(errors) || 'toJSON' in errors || 'toJSON' in data) return undefined;
  for (const name in data) {
    if (name !== 'errors' && (name !== 'more' || typeof data[name] !== 'number')) return undefined;
  }
  let texts = '';
  for (const error of errors as readonly unknown[]) {
    if (typeof error !== 'object' || error === null || 'toJSON' in error) return undefined;
    for (const name in error) {
      const text = (error as Record<string, unknown>)[name];
      const isText = typeof text === 'string' || typeof text === 'number';
      if (!isText || !PROBLEM_MEMBERS.has(name)) return undefined;
      // As much room as the name takes in JSON.
      texts += `${text}\n${name}\n`;
    }
  }
  return texts;
}

/** Most failures are short. Undefined if the text must be shortened. */
function shortFailure(fault: Fault, contract: Contract, view: View): ToolFailure | undefined {
  // Texts that are made with the redactor at hand, and what is too long, take the long way.
  if (typeof fault.given.details === 'function') return undefined;
  const text = shortText(fault, contract, view);
  if (text === undefined) return undefined;
  const data = contract.payload(fault, view);
  const facts = factsOf(fault, contract.number(fault, view.era), data);
  const content = [{ type: 'text', text }] as const;
  const _meta = { [FAULT_META_KEY]: facts };
  return ERA_RULES[view.era].resultType
    ? { content, isError: true, _meta, resultType: 'complete' }
    : { content, isError: true, _meta };
}

/** The text for the model if it fits; undefined if it must be shortened. */
function shortText(fault: Fault, contract: Contract, view: View): string | undefined {
  const words = contract.toolWords ?? ENGLISH;
  const next = oneLine(nextOf(fault, contract));
  const details = oneLine(contract.details(fault, view));
  const taken = estimateTokens(next);
  const detailTokens = estimateTokens(details);
  const { forNext, forDetails, frame } = roomFor(fault, words, view, taken);
  if (taken > forNext || detailTokens > forDetails) return undefined;
  let text = firstLine(fault, words, details, next);
  const rest = moreLines(fault, contract);
  if (rest.length === 0) return text;
  let most = frame + detailTokens + taken + 4 * SEAM;
  for (const line of rest) {
    const even = oneLine(line);
    most += estimateTokens(even) + SEAM;
    text += `\n- ${even}`;
  }
  const { textTokens } = view.budget;
  return most <= textTokens || estimateTokens(text) <= textTokens ? text : undefined;
}

/** What two texts cost more at most, in tokens, where one follows the other: a full stop, a line break, a dash, and their seam. */
const SEAM = 5;

/**
 * The words for the model. The first line makes sense on its own, because it may be all that a host shows:
 * `REASON: what happened. What was changed. Next: what to do. ref=corr-…`
 */
export function toolText(given: Fault, contract: Contract, view: View): string {
  return textOf(redactFault(given, view.redactor), contract, view);
}

function textOf(fault: Fault, contract: Contract, view: View): string {
  const words = contract.toolWords ?? ENGLISH;
  const lines = [contract.details(fault, view), ...moreLines(fault, contract)];
  const own = viewOfOwn(fault, lines, view);
  const clean = (text: string) => oneLine(cleanText(text, own));
  const advice = clean(nextOf(fault, contract));
  const { forNext } = roomFor(fault, words, view, 0);
  const next = clipAdvice(advice, forNext);
  const { forDetails } = roomFor(fault, words, view, estimateTokens(next));
  const details = clipTokens(clean(contract.details(fault, view)), forDetails);
  const rest = moreLines(fault, contract).map((line) => `- ${clean(line)}`);
  const first = firstLine(fault, words, details, next);
  const text = clipOutsideQuotes([first, ...rest].join('\n'), view.budget.textTokens);
  // The first line keeps its ref, whatever the budget.
  return text.length < first.length ? first : text;
}

function firstLine(
  fault: Fault,
  { effects, next: before, stop }: ToolWords,
  details: string,
  next: string,
): string {
  const { reason, effect, ref } = fault;
  const changed = saysItself(fault) && effect === 'unknown' ? '' : ` ${effects[effect]}`;
  const advice = next === '' ? '' : ` ${before} ${sentence(next, stop)}`;
  return `${reason}: ${sentence(details, stop)}${changed}${advice} ref=${ref}`;
}

/** The thrower wrote the whole text: it may be long, and neither an unknown effect nor advice that nobody gave is added. */
const saysItself = ({ domain }: Fault): boolean => domain === TOOL_ERROR_DOMAIN;

/** How many tokens of the first line are left for what happened and for what to do. */
function roomFor(fault: Fault, words: ToolWords, { budget }: View, taken: number) {
  const { definition, effect } = fault;
  const tokens =
    saysItself(fault) || hasOwnText(fault) ? budget.textTokens : budget.firstLineTokens;
  const frame = frameTokens(definition, effect, words);
  const room = Math.max(0, tokens - frame);
  return {
    frame,
    // Details are cut first: the advice keeps its sentences.
    forNext: Math.max(room - LEAST_DETAILS, LEAST_ADVICE),
    forDetails: Math.max(room - taken, LEAST_DETAILS),
  };
}

const FRAMES = new WeakMap<ToolWords, WeakMap<Definition, Partial<Record<Effect, number>>>>();

/** What the words around cost; the same for all occurrences of a failure. */
function frameTokens(definition: Definition, effect: Effect, words: ToolWords): number {
  let byDefinition = FRAMES.get(words);
  if (byDefinition === undefined) FRAMES.set(words, (byDefinition = new WeakMap()));
  let known = byDefinition.get(definition);
  if (known === undefined) byDefinition.set(definition, (known = {}));
  return (known[effect] ??= estimateTokens(
    `${definition.reason}:  ${words.effects[effect]} ${words.next}  ref=${SOME_REF}`,
  ));
}

/** As long as any; what it costs is nearly the same for all of them. */
const SOME_REF = 'corr-0a1b2c3d4e5f6789';

// However long the reason is, this much is always said. The estimate is on the high side, so that the line stays near
// its budget all the same.
const LEAST_ADVICE = 22;
const LEAST_DETAILS = 22;

function nextOf(fault: Fault, { suggestion, toolWords: words = ENGLISH }: Contract): string {
  const { strategy, retryAfter } = fault;
  if (
    strategy === 'retry_with_backoff' &&
    fault.retryable &&
    fault.given.suggestion === undefined
  ) {
    return again(fault, words, words.retry(retryAfter));
  }
  return (
    suggestion?.(fault) ??
    fault.given.suggestion ??
    fault.nextSteps?.[0] ??
    fault.suggestion ??
    fault.suggestions?.[0] ??
    (saysItself(fault) ? '' : defaultAdvice(fault, words))
  );
}

function defaultAdvice(fault: Fault, words: ToolWords): string {
  const { strategy, definition } = fault;
  if (strategy !== 'report_and_abort') return again(fault, words, words.advice[strategy]);
  const { condition } = definition;
  const saysNothing = condition === 'unexpected' || condition === 'internal';
  return saysNothing ? words.unexpected : words.advice[strategy];
}

/** Advice to call again. A call that may have been done must not be done twice. */
function again(fault: Fault, words: ToolWords, advice: string): string {
  return fault.effect === 'unknown' && !saysItself(fault) ? words.checkFirst(advice) : advice;
}

/** What comes after the first line: the fields to fix, then the further steps. */
function moreLines(fault: Fault, contract: Contract): string[] {
  const lines: string[] = [];
  const errors = declaredMember(fault, 'errors');
  if (Array.isArray(errors)) {
    for (const error of errors as readonly unknown[]) {
      const { field, message } = objectOrEmpty(error);
      if (typeof message !== 'string') continue;
      lines.push(typeof field === 'string' ? `${field}: ${message}` : message);
    }
  }
  const { nextSteps, suggestions, alternatives } = fault;
  if (nextSteps !== undefined || suggestions !== undefined) {
    const next = nextOf(fault, contract);
    const steps = contract.steps?.(fault) ?? [...(nextSteps ?? []), ...(suggestions ?? [])];
    lines.push(...steps.filter((step) => step !== next));
  }
  for (const { tool, description, arguments: args } of alternatives ?? [])
    lines.push(`${tool}${withArguments(args)}: ${description}`);
  return lines;
}

/** A call that a model can repeat unchanged; without arguments there is nothing to add. */
function withArguments(args: unknown): string {
  const json = args === undefined ? undefined : toJson(args);
  return json === undefined || json === '{}' ? '' : ` ${json}`;
}

const STOPS = '.!?…。！？';

/** End with a full stop, once. */
function sentence(text: string, stop: string): string {
  return text !== '' && STOPS.includes(text.charAt(text.length - 1)) ? text : `${text}${stop}`;
}

export const ENGLISH: ToolWords = {
  stop: '.',
  effects: {
    none: 'Nothing was changed.',
    done: 'The change was made.',
    unknown: 'It is not known whether anything was changed.',
  },
  next: 'Next:',
  retry: (seconds) => (seconds === undefined ? 'retry later' : `retry after ${seconds} s`),
  advice: {
    retry_with_backoff: 'retry later',
    user_action_required: 'ask the user to resolve this, then call again',
    fix_and_retry: 'correct the arguments and call again',
    report_and_abort: 'do not repeat the call; tell the user',
  },
  checkFirst: (advice) => `check that first, then ${advice}`,
  unexpected: 'do not repeat the call. Details are in the server log under this ref',
};

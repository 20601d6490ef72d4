import { ERA_RULES } from '../era/index.js';
import {
  clipTokens,
  estimateTokens,
  oneLine,
  redactFault,
  type Definition,
  type Effect,
  type Fault,
} from '../fault/index.js';
import { toJson } from '../codec/index.js';
import { cleanData, cleanText, isCleanJson, viewOfOwn } from './clean.js';
import type { Contract } from './define-contract.js';
import { FAULT_META_KEY, factsOf, type Facts } from './facts.js';
import { declaredContext } from './shape.js';
import type { View } from './view.js';

/** A failed tool call as MCP wants it: a result whose first text block says it all. */
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

/**
 * The same as JSON. Most failures are short and have nothing to hide: they are written once and looked over once.
 * Undefined where it has no JSON.
 */
export function toToolFailureJson(
  fault: Fault,
  contract: Contract,
  view: View,
): string | undefined {
  return fastJson(fault, contract, view) ?? toJson(toToolFailure(fault, contract, view));
}

function fastJson(fault: Fault, contract: Contract, view: View): string | undefined {
  // Texts that are made with the redactor at hand, and what is too long, take the long way.
  if (typeof fault.given.details === 'function') return undefined;
  const text = shortText(fault, contract, view);
  if (text === undefined) return undefined;
  const facts = factsOf(fault, contract.number(fault, view.era), contract.payload(fault, view));
  const json = toJson({
    content: [{ type: 'text', text }],
    isError: true,
    _meta: { [FAULT_META_KEY]: facts },
    ...(ERA_RULES[view.era].resultType && { resultType: 'complete' }),
  });
  return json !== undefined && isCleanJson(json, view) ? json : undefined;
}

/** The words for the model where nothing of them has to be cut; undefined where something has. */
function shortText(fault: Fault, contract: Contract, view: View): string | undefined {
  const next = oneLine(nextOf(fault));
  const details = oneLine(contract.details(fault, view));
  const { forNext, forDetails } = roomFor(fault, view, estimateTokens(next));
  if (estimateTokens(next) > forNext || estimateTokens(details) > forDetails) return undefined;
  const first = firstLine(fault, details, next);
  const rest = moreLines(fault);
  if (rest.length === 0) return first;
  const text = [first, ...rest.map((line) => `- ${oneLine(line)}`)].join('\n');
  return estimateTokens(text) <= view.budget.textTokens ? text : undefined;
}

/**
 * The words for the model. The first line stands alone, because it may be all that a host shows:
 * `REASON: what happened. What was changed. Next: what to do. ref=corr-…`
 */
export function toolText(given: Fault, contract: Contract, view: View): string {
  return textOf(redactFault(given, view.redactor), contract, view);
}

function textOf(fault: Fault, contract: Contract, view: View): string {
  const said = [contract.details(fault, view), ...moreLines(fault)];
  const own = viewOfOwn(fault, said, view);
  const clean = (text: string) => oneLine(cleanText(text, own));
  const advice = clean(nextOf(fault));
  const { forNext } = roomFor(fault, view, 0);
  const next = clipTokens(advice, forNext);
  const { forDetails } = roomFor(fault, view, estimateTokens(next));
  const details = clipTokens(clean(contract.details(fault, view)), forDetails);
  const rest = moreLines(fault).map((line) => `- ${clean(line)}`);
  const lines = [firstLine(fault, details, next), ...rest];
  return clipTokens(lines.join('\n'), view.budget.textTokens);
}

function firstLine({ reason, effect, ref }: Fault, details: string, next: string): string {
  return `${reason}: ${sentence(details)} ${EFFECT_SENTENCES[effect]} Next: ${sentence(next)} ref=${ref}`;
}

/** How many tokens of the first line are left for what happened and for what to do. */
function roomFor({ definition, effect }: Fault, { budget }: View, taken: number) {
  const room = Math.max(0, budget.firstLineTokens - frameTokens(definition, effect));
  return {
    forNext: Math.max(room >> 1, LEAST_ADVICE),
    forDetails: Math.max(room - taken, LEAST_DETAILS),
  };
}

const FRAMES = new WeakMap<Definition, Partial<Record<Effect, number>>>();

/** What the words around cost; the same for all occurrences of a failure. */
function frameTokens(definition: Definition, effect: Effect): number {
  const known = FRAMES.get(definition) ?? {};
  FRAMES.set(definition, known);
  return (known[effect] ??= estimateTokens(
    `${definition.reason}:  ${EFFECT_SENTENCES[effect]} Next:  ref=${SOME_REF}`,
  ));
}

/** As long as any; what it costs is nearly the same for all of them. */
const SOME_REF = 'corr-0a1b2c3d4e5f6789';

// However long the reason is, this much is always said. The estimate is on the high side, so that the line stays near
// its budget all the same.
const LEAST_ADVICE = 12;
const LEAST_DETAILS = 22;

const EFFECT_SENTENCES: Readonly<Record<Effect, string>> = {
  none: 'Nothing was changed.',
  done: 'The change was made.',
  unknown: 'It is not known whether anything was changed.',
};

function nextOf(fault: Fault): string {
  const { strategy, retryAfter } = fault;
  const advice =
    fault.given.suggestion ?? fault.nextSteps?.[0] ?? fault.suggestion ?? fault.suggestions?.[0];
  if (strategy === 'retry_with_backoff' && fault.retryable) {
    const wait = retryAfter === undefined ? 'retry later' : `retry after ${retryAfter} s`;
    return fault.given.suggestion === undefined ? wait : advice!;
  }
  return advice ?? DEFAULT_ADVICE[strategy];
}

const DEFAULT_ADVICE = {
  retry_with_backoff: 'retry later',
  user_action_required: 'ask the user to act, then call again',
  fix_and_retry: 'correct the arguments and call again',
  report_and_abort: 'do not repeat the call; report the ref',
} as const;

interface FieldError {
  readonly field?: unknown;
  readonly message?: unknown;
}

/** What comes after the first line: the fields to fix, then the further steps. */
function moreLines(fault: Fault): string[] {
  const { errors } = declaredContext(fault);
  const fields = Array.isArray(errors)
    ? (errors as FieldError[]).map(({ field, message }) => `${String(field)}: ${String(message)}`)
    : [];
  const next = nextOf(fault);
  const steps = [...(fault.nextSteps ?? []), ...(fault.suggestions ?? [])].filter(
    (step) => step !== next,
  );
  const others = (fault.alternatives ?? []).map(
    ({ tool, description, arguments: args }) => `${tool}${withArguments(args)}: ${description}`,
  );
  return [...fields, ...steps, ...others];
}

/** A call that a model can repeat as it stands; without arguments there is nothing to add. */
function withArguments(args: unknown): string {
  const json = args === undefined ? undefined : toJson(args);
  return json === undefined || json === '{}' ? '' : ` ${json}`;
}

/** End with a full stop, once. */
function sentence(text: string): string {
  return /[.!?…。！？]$/.test(text) ? text : `${text}.`;
}

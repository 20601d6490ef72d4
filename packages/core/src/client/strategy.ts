import { standard } from '../catalog/index.js';
import { peek, type Strategy } from '../fault/index.js';
import type { CallFailure, LocalFailure, ReceivedFailure } from './failure.js';
import { isList } from './peek.js';

/** A strategy, and the evidence for it. */
export interface Choice {
  readonly strategy: Strategy;
  readonly because: string;
}

/**
 * Choose among the four strategies: what the failure says, then what its number or status means where that is certain.
 * A number outside the standard ones counts only for a peer that is known to speak the contract it is from: −32010 is an
 * unreachable device, a rate limit, a timeout and a panic, depending on whom one asks.
 */
export function chooseStrategy(failure: CallFailure): Choice {
  const { strategy, retryable } = failure;
  if (strategy !== undefined) return { strategy, because: `the failure is declared ${strategy}` };
  if (retryable === true) return choice('retry_with_backoff', 'the peer says that it is retryable');
  const chosen = failure.origin === 'local' ? ofLocal(failure) : ofReceived(failure);
  return retryable === false && chosen.strategy === 'retry_with_backoff'
    ? choice('report_and_abort', 'the peer says that it is not retryable')
    : chosen;
}

function ofReceived(failure: ReceivedFailure): Choice {
  const { code, category } = failure;
  return (
    byTelling(failure) ??
    (code === undefined ? undefined : STANDARD.get(code)) ??
    byStatus(failure) ??
    (category !== undefined && Object.hasOwn(CATEGORIES, category)
      ? choice(CATEGORIES[category]!, `its category is ${category}`)
      : choice('report_and_abort', 'nothing says what to do about it'))
  );
}

function choice(strategy: Strategy, because: string): Choice {
  return { strategy, because };
}

function ofLocal(failure: LocalFailure): Choice {
  switch (failure.kind) {
    case 'timeout':
    case 'closed':
    case 'send':
      return choice('retry_with_backoff', 'no answer came, which is often temporary');
    case 'cancelled':
      return choice('report_and_abort', 'the caller cancelled it');
    case 'result':
      return choice('report_and_abort', 'an answer came that could not be used');
    case 'loop':
      return choice('report_and_abort', 'the same call has failed the same way too often');
    case 'unknown':
      return choice('report_and_abort', 'nothing is known of what was thrown');
  }
}

/** Statuses that say more than the number beside them, and the one MCP code that its data proves. */
function byTelling(failure: ReceivedFailure): Choice | undefined {
  if (failure.origin === 'http') {
    const { status } = failure;
    if (USER_STATUSES.has(status))
      return choice('user_action_required', `HTTP ${status} asks for a permission`);
    if (RETRY_STATUSES.has(status))
      return choice('retry_with_backoff', `HTTP ${status} is temporary`);
  }
  return failure.code === -32042 && isList(peek(failure.data, 'elicitations'))
    ? choice('user_action_required', 'the user has to open a URL')
    : undefined;
}

const USER_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 407]);
const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** From the standard catalog, so that server and client cannot disagree about it. */
const STANDARD: ReadonlyMap<number, Choice> = new Map(
  standard.definitions.map(({ code, recovery, title }) => [
    code,
    choice(recovery as Strategy, `${code} is ${title} in JSON-RPC`),
  ]),
);

function byStatus(failure: ReceivedFailure): Choice | undefined {
  if (failure.origin !== 'http') return undefined;
  const { status } = failure;
  return status === 400 || status === 422
    ? choice('fix_and_retry', `HTTP ${status} refuses the input`)
    : undefined;
}

/** The usual names of categories, for a failure that says neither strategy nor retryable. */
const CATEGORIES: Readonly<Record<string, Strategy>> = {
  protocol: 'report_and_abort',
  validation: 'fix_and_retry',
  business: 'user_action_required',
  dependency: 'retry_with_backoff',
  internal: 'report_and_abort',
};

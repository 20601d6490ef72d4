import type { Met } from './answer-failure.js';

/** What is thrown at whoever waits when the time is over. */
interface Late {
  readonly met: Met;
}

const LATE = new WeakSet<object>();

export function isLate(thrown: unknown): thrown is Late {
  return typeof thrown === 'object' && thrown !== null && LATE.has(thrown);
}

/** Wait for work no longer than a limit in milliseconds. What comes after it, result or failure, is dropped. */
export function settleWithin(
  pending: PromiseLike<unknown>,
  limit: number,
  method: string,
  tool: string | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createLate(limit, method, tool)), limit);
    const stop =
      <T>(settle: (value: T) => void) =>
      (value: T) => {
        clearTimeout(timer);
        settle(value);
      };
    pending.then(stop(resolve), stop(reject));
  });
}

function createLate(limit: number, operation: string, tool: string | undefined): Late {
  const seconds = limit / 1000;
  const late: Late = {
    met: {
      condition: 'timeout',
      // Each catalog takes the names that it declares.
      context: { operation, timeout_seconds: seconds, ...(tool && { tool, tool_name: tool }) },
      given: {
        details: `${tool ?? operation} did not finish within ${seconds} s`,
        effect: 'unknown',
      },
    },
  };
  LATE.add(late);
  return late;
}

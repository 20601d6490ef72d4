/**
 * The part of `McpServer` that both SDKs share and that is used here.
 *
 * @typedef {object} Registry
 * @property {(name: string, config: object, handler: () => unknown) => unknown} registerTool
 * @property {(name: string, config: object, handler: () => unknown) => unknown} registerPrompt
 */

/** @typedef {(code: number, message: string, data?: unknown) => Error} Fail */

/** @typedef {Record<string, number>} Calls How often each tool was called. */

/** @param {string} text */
const ok = (text) => ({ content: [{ type: 'text', text }] });

/** A failed result as a server of this project writes it. */
const BUSY = {
  isError: true,
  content: [{ type: 'text', text: 'BUSY: the lab is busy. Next: retry after 7 s.' }],
  _meta: {
    'dev.errata/fault': {
      domain: 'lab',
      reason: 'BUSY',
      code: -32010,
      category: 'dependency',
      retryable: true,
      retry_after: 7,
      effect: 'unknown',
      recovery_strategy: 'retry_with_backoff',
      ref: 'corr-0123456789abcdef',
      data: { seat: 4 },
    },
  },
};

/**
 * The same tools and prompts on a server of either SDK.
 *
 * @param {Registry} server
 * @param {Calls} calls
 * @param {Fail} fail
 */
export function addTools(server, calls, fail) {
  /** @param {string} name */
  const count = (name) => (calls[name] = (calls[name] ?? 0) + 1);
  /** @type {(name: string, annotations: object | undefined, answer: (call: number) => unknown) => unknown} */
  const tool = (name, annotations, answer) =>
    server.registerTool(name, annotations === undefined ? {} : { annotations }, () =>
      answer(count(name)),
    );
  /** @param {number} call */
  const busyTwice = (call) => (call <= 2 ? BUSY : ok(`answered at call ${call}`));
  /** @param {number} call */
  const silentOnce = (call) =>
    call === 1 ? new Promise(() => {}) : ok(`answered at call ${call}`);

  tool('read_busy', { readOnlyHint: true }, busyTwice);
  tool('write_busy', undefined, busyTwice);
  tool('write_busy_idempotent', { idempotentHint: true }, busyTwice);
  tool('read_silent', { readOnlyHint: true }, silentOnce);
  tool('write_silent', undefined, silentOnce);
  tool('refuse', { readOnlyHint: true }, () => {
    throw fail(-32003, 'Not Found', { device: 'a' });
  });
  tool('calls', { readOnlyHint: true }, () => ok(JSON.stringify(calls)));
  tool('die', { readOnlyHint: true }, () =>
    process.env.SURVIVES === undefined ? process.exit(3) : ok('survived'),
  );
  const late = /** @type {{ update(changes: object): void }} */ (
    tool('becomes_read_only', undefined, busyTwice)
  );
  tool('announce', undefined, () => {
    late.update({ annotations: { readOnlyHint: true } });
    return ok('announced');
  });
  server.registerPrompt('unauthorized', {}, () => {
    count('unauthorized');
    throw fail(-32001, 'Unauthorized', { mcp_error_code: 'UNAUTHORIZED' });
  });
  server.registerPrompt('missing', {}, () => {
    throw fail(-32003, 'Not Found', { mcp_error_code: 'NOT_FOUND' });
  });
}

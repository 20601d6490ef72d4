/** @typedef {import('./implementation.js').Implementation} Implementation */

/**
 * How many requests are on their way at once. It only matters to those that answer later: they are driven as a busy
 * connection would drive them, not one by one.
 */
const WINDOW = 32;

/**
 * A stack as deep as under the data event of a socket. A failing `JSON.parse` captures up to ten frames, so that a
 * benchmark that calls from the top level would favour the implementation with the fewest frames of its own.
 */
const FRAMES = 8;

/**
 * A connection that can be driven at full speed.
 * @param {Implementation} implementation
 */
export async function connect(implementation) {
  let missing = 0;
  let checked = 0;
  /** @type {(() => void) | undefined} */
  let complete;
  /** @type {((reply: string) => void) | undefined} */
  let observer;

  const send = await implementation.open((reply) => {
    observer?.(reply);
    // Looking at the last character makes the engine join a string that was only linked together: text out means text.
    checked += reply.charCodeAt(reply.length - 1);
    if (--missing === 0) complete?.();
  });

  /**
   * @param {readonly string[]} texts
   * @param {number} from
   * @param {number} to
   */
  function sendSome(texts, from, to) {
    for (let i = from; i < to; i++) send(/** @type {string} */ (texts[i % texts.length]));
  }

  return {
    /**
     * Send `count` texts and wait for as many replies. Synchronous as long as the replies are.
     * @param {readonly string[]} texts
     * @param {number} count
     * @returns {void | Promise<void>}
     */
    run(texts, count) {
      for (let from = 0; from < count; from += WINDOW) {
        const to = Math.min(count, from + WINDOW);
        missing = to - from;
        atDepth(FRAMES, () => sendSome(texts, from, to));
        if (missing > 0) return finish(texts, to, count);
      }
    },

    /**
     * Send one text; gives the reply, or undefined if there is none in time.
     * @param {string} text
     * @param {number} timeoutMs
     * @returns {Promise<string | undefined>}
     */
    ask(text, timeoutMs) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(undefined), timeoutMs);
        observer = (reply) => {
          clearTimeout(timer);
          resolve(reply);
        };
        send(text);
      }).finally(() => (observer = undefined));
    },

    /**
     * Send without waiting for anything.
     * @param {readonly string[]} texts
     * @param {number} count
     */
    sendOnly(texts, count) {
      missing = count;
      sendSome(texts, 0, count);
    },

    /** Wait for the replies to what `sendOnly` sent. */
    settle: () => untilComplete(),

    /** Keeps the engine from dropping the work as unused. */
    get checked() {
      return checked;
    },
  };

  /**
   * @param {readonly string[]} texts
   * @param {number} from
   * @param {number} count
   */
  async function finish(texts, from, count) {
    await untilComplete();
    for (; from < count; from += WINDOW) {
      const to = Math.min(count, from + WINDOW);
      missing = to - from;
      atDepth(FRAMES, () => sendSome(texts, from, to));
      await untilComplete();
    }
  }

  /** @returns {void | Promise<void>} */
  function untilComplete() {
    if (missing <= 0) return;
    return new Promise((resolve) => (complete = resolve));
  }
}

/**
 * @param {number} frames
 * @param {() => void} work
 */
function atDepth(frames, work) {
  if (frames === 0) work();
  else atDepth(frames - 1, work);
}

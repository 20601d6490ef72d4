/**
 * One way to serve the cases. `open` is a connection in memory: texts in by `send`, replies out by `write`, which is what
 * an edge of any transport has to do. Nothing else is between the text and the handler.
 *
 * @typedef {object} Implementation
 * @property {string} name
 * @property {'floor' | 'errata' | 'peer'} role
 * @property {boolean} [extra] Told for comparison, no part of the goal.
 * @property {(data: unknown) => unknown} [payloadOf] Where the domain's fields are, if not `error.data` itself.
 * @property {(write: (reply: string) => void) => Promise<(text: string) => void> | ((text: string) => void)} open
 */
export {};

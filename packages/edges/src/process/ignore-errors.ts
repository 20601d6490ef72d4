const ignored = new WeakSet<NodeJS.EventEmitter>();

/**
 * An 'error' event that nobody listens to ends the process, and a broken pipe is told whenever the system likes, also
 * after everything was closed. The listener therefore stays; there is one per stream, however often it is asked for.
 */
export function ignoreErrors(stream: NodeJS.EventEmitter): void {
  if (ignored.has(stream)) return;
  ignored.add(stream);
  stream.on('error', () => {}); // whoever has to act on it listens as well
}

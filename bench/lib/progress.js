/**
 * One line on a terminal that says how far the run is; nothing if the stream is not a terminal.
 * @param {NodeJS.WriteStream} stream
 */
export function createProgress(stream) {
  let shown = '';
  return {
    /** @param {string} text */
    show(text) {
      if (!stream.isTTY || text === shown) return;
      shown = text;
      stream.write(`\r\u001b[K${text}`);
    },
    clear() {
      if (shown !== '') stream.write('\r\u001b[K');
      shown = '';
    },
  };
}

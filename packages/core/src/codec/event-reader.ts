/**
 * Reads a stream of server-sent events, chunk by chunk: the text of each event's `data`. Lines end with `\n`, `\r\n` or `\r`.
 * Comments and other fields are ignored, and so is an event without data, which only opens a stream that can be resumed.
 */
export function createEventReader(onData: (data: string) => void): (chunk: string) => void {
  let rest = '';
  /** The last character of the chunk before. */
  let before = '';
  let data: string[] = [];
  const take = (line: string): void => {
    if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
    else if (line === 'data') data.push('');
    if (line !== '' || data.length === 0) return;
    const text = data.join('\n');
    data = [];
    if (text !== '') onData(text);
  };
  return (chunk) => {
    if (chunk === '') return;
    let text = chunk;
    // The second half of a `\r\n`, or the mark that a stream may begin with.
    if (before === '\r' ? text.startsWith('\n') : before === '' && text.startsWith('\ufeff')) {
      text = text.slice(1);
    }
    before = chunk.at(-1)!;
    // Only what is new is searched: a long line comes in many chunks.
    const [first = '', ...more] = text.split(/\r\n|\n|\r/);
    rest += first;
    for (const next of more) {
      take(rest);
      rest = next;
    }
  };
}

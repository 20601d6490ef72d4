/** Cuts a stream of server-sent events into the data of its events. Comments and other members are passed over. */
export function createEventReader(onData: (data: string) => void): (chunk: string) => void {
  let rest = '';
  let data: string[] = [];
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.map((each) => (each.endsWith('\r') ? each.slice(0, -1) : each))) {
      if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      if (line !== '' || data.length === 0) continue;
      const text = data.join('\n');
      data = [];
      // An event without content opens a stream that can be resumed.
      if (text !== '') onData(text);
    }
  };
}

/** Which of the two forms of an answer a client can read. */
export interface Accepts {
  readonly json: boolean;
  readonly events: boolean;
}

const BOTH: Accepts = { json: true, events: true };
const NOT_SAID: readonly (string | undefined)[] = [
  undefined,
  '*/*',
  'application/json, text/event-stream',
];

/** Read an Accept header as RFC 9110 §12.5.1 has it, as far as these two types need. */
export function readAccept(header: string | undefined): Accepts {
  // Nearly every client says one of these.
  if (NOT_SAID.includes(header)) return BOTH;
  const ranges = header!.toLowerCase().split(',', MAX_RANGES).map(readRange);
  return {
    json: accepts(ranges, 'application/json', 'application/*'),
    events: accepts(ranges, 'text/event-stream', 'text/*'),
  };
}

const MAX_RANGES = 64;

interface Range {
  readonly type: string;
  readonly refused: boolean;
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  return { type, refused: parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter)) };
}

/** The most specific range decides, wherever it stands. */
function accepts(ranges: readonly Range[], type: string, group: string): boolean {
  for (const wanted of [type, group, '*/*']) {
    const found = ranges.find((range) => range.type === wanted);
    if (found !== undefined) return !found.refused;
  }
  return false;
}

/** Whether a body says that it is JSON. A form or a text would reach the server from any web page without being asked for. */
export function isJsonType(header: string | undefined): boolean {
  if (header === 'application/json') return true;
  if (header === undefined) return false;
  return header.split(';', 1)[0]!.trim().toLowerCase() === 'application/json';
}

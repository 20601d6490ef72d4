import { hasCode, type Pattern } from './pattern.js';

const LONGEST = 300;
const LIKED = 'aA0-_. /:@';

/** How freely to write: how often to repeat beyond what must be, and which of several choices to take. */
interface Taste {
  readonly more: number;
  readonly choice: number;
}

/** A text that a pattern probably matches: what it looks ahead for is not heeded. */
export function writePattern(pattern: Pattern, taste: Taste): string | undefined {
  switch (pattern.kind) {
    case 'set': {
      const liked = [...LIKED, ...printable()].find((each) => hasCode(pattern, each.charCodeAt(0)));
      return liked;
    }
    case 'sequence': {
      let text = '';
      for (const part of pattern.parts) {
        const more = writePattern(part, taste);
        if (more === undefined || text.length + more.length > LONGEST) return undefined;
        text += more;
      }
      return text;
    }
    case 'choice':
      return writePattern(pattern.parts[taste.choice % pattern.parts.length]!, taste);
    case 'repeat': {
      const text = writePattern(pattern.part, taste);
      const times = Math.min(pattern.max, pattern.min + taste.more);
      if (text === undefined || text.length * times > LONGEST) return times === 0 ? '' : undefined;
      return text.repeat(times);
    }
    default:
      return '';
  }
}

function printable(): string[] {
  return Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
}

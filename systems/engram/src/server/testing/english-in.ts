/** Words that are names in every language: members, headers, units, codes of systems. */
const NAMES = [
  ...[/\bMCP \d{4}-\d\d-\d\d\b/g, /\bcorr-[0-9a-f]{16}\b/g, /\b[0-9a-f]{64}\b/g],
  ...[/\b\d{4}-\d\d-\d\d[ T][\d:.Z]+/g, /\btext\/plain\b/g],
];

/** Members whose text is an identifier: the name of a check, the name of the server. */
const IDENTIFIERS = new Set(['check', 'io.modelcontextprotocol/serverInfo']);

/** Members that are for people and models: each has to be Chinese. */
const SENTENCES = new Set(['message', 'text', 'hints']);

const HAN = /\p{Script=Han}/u;

const firstLine = (text: string): string => text.split('\n', 1)[0]!;

/** The English in all texts of a reply: each run of two or more words in Latin letters, and each sentence without Chinese. */
export function englishIn(value: unknown, member = ''): readonly string[] {
  if (IDENTIFIERS.has(member)) return [];
  if (typeof value === 'string') {
    return SENTENCES.has(member) && !HAN.test(firstLine(value)) ? [value] : englishOf(value);
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    englishIn(inner, Array.isArray(value) ? member : name),
  );
}

function englishOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    // The facts of a result as JSON are looked at as its `structuredContent`.
    if (line.startsWith('{')) return [];
    const said = NAMES.reduce((rest, name) => rest.replaceAll(name, '·'), line);
    return said.match(/\b[A-Za-z]*[a-z]{2,}(?: +[A-Za-z]*[a-z]{2,})+\b/g) ?? [];
  });
}

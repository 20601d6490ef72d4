// Mutants that survive because no test can notice them. `after` is the changed line as `npm run mutate` shows it.

/** @typedef {readonly [file: string, after: string, why: string]} Justification */
/** @typedef {{ file: string, after: string }} Changed a mutant, as far as it is compared here */
/** @typedef {Changed & { problem: string }} Stale */

/** @type {readonly Justification[]} */
export const JUSTIFIED = [
  [
    'server/in-flight.ts',
    'if (false) return undefined;',
    'The lines below find nothing for a value that is neither a string nor a number.',
  ],
  [
    'fault/classify/from-system.ts',
    "return NAMES.get(peekInteger(thrown, 'errno') ?? 1);",
    'All numbers in NAMES are negative, so 1 finds nothing, like 0.',
  ],
  [
    'fault/classify/classify.ts',
    "ABORT_CODES.has(peekString(thrown, 'code') ?? 'x')",
    'x is no abort code, like the empty text.',
  ],
  [
    'fault/classify/classify.ts',
    'if (true) fault.adoptRef(ref);',
    'adoptRef does nothing with undefined.',
  ],
  [
    'fault/classify/classify.ts',
    "const name = peekString(thrown, 'name') ?? 'x';",
    'x is no built-in error, like the empty text.',
  ],
  [
    'fault/classify/cause-chain.ts',
    'while (end >= 0 && isSpace(text, end - 1)) end--;',
    'There is no character before the first, so the loop ends at 0 either way.',
  ],
  [
    'fault/classify/from-http.ts',
    "const from = () => parseHttpDate(header(headers, 'date', 'Date') ?? 'x') ?? now();",
    'x is no date, like the empty text.',
  ],
  [
    'fault/classify/from-http.ts',
    'return true ? value.trim() : undefined;',
    'Whatever has no trim throws, and the catch below gives undefined.',
  ],
  [
    'fault/classify/from-issues.ts',
    '(path === undefined || path === null || peekItems(path, 1) !== undefined)',
    'Only whether it is a list is asked, not what is in it.',
  ],
  [
    'fault/classify/from-sql.ts',
    "const code = peekString(thrown, 'code') ?? 'x';",
    'x is no code of SQLite, like the empty text.',
  ],
  [
    'fault/classify/from-sql.ts',
    "const extended = peekInteger(thrown, 'errcode') ?? 1;",
    '1 is not in SQLITE_NAMES, like 0.',
  ],
  [
    'fault/classify/from-sql.ts',
    '[, name, detail] = /^SQLITE_([A-Z]{3,16})(?:_([A-Z0-9_]{1,32}))?$/.exec(code) ?? [];',
    'No name that is looked for has two letters.',
  ],
  [
    'fault/classify/from-sql.ts',
    "return conflict(error_type, SQLITE_CONSTRAINTS[detail ?? 'x']);",
    'There is no constraint x, as there is none without a name.',
  ],
  [
    'fault/classify/from-sql.ts',
    "return MONGO_ERRORS.has(peekString(thrown, 'name') ?? 'x') && peek(thrown, 'code') === 11000",
    'x is no error of MongoDB, like the empty text.',
  ],
  [
    'fault/classify/from-system.ts',
    'if (false) return undefined;',
    'Without a code there is no kind, and the switch below gives undefined.',
  ],
  [
    'fault/classify/from-system.ts',
    "const syscall = call?.split(' ', 2)[0]; // `spawn git`: the name of the program stays here",
    'Only the first part is used.',
  ],
  [
    'fault/classify/generic.ts',
    'strategy: ({ status = 501, transient }) =>',
    'The default is only compared with 500, and 501 is not below it either.',
  ],
  [
    'codec/id.ts',
    'return true ? JSON.stringify(JSON.parse(text)) : text;',
    'Only the speed changes: a text without escapes is written as it was read.',
  ],
  [
    'codec/id.ts',
    "return text.includes('') ? JSON.stringify(JSON.parse(text)) : text;",
    'Only the speed changes: a text without escapes is written as it was read.',
  ],
  [
    'codec/id.ts',
    'if (false) return text;',
    'Only the speed changes: decimal() gives the same for whole numbers.',
  ],
  [
    'codec/id.ts',
    "if (text.length < PLAIN_DIGITS && isDigits(text) && text !== '-0') return text;",
    'Only the speed changes: decimal() gives the same for whole numbers.',
  ],
  [
    'codec/id.ts',
    'if (false) return true;',
    'Only the speed changes: decimal() gives the same for whole numbers.',
  ],
  [
    'codec/id.ts',
    'let i = false ? 1 : 0;',
    'Only the speed changes: decimal() gives the same for whole numbers.',
  ],
  [
    'codec/id.ts',
    'let i = text.charCodeAt(1) === MINUS ? 1 : 0;',
    'Only the speed changes: decimal() gives the same for whole numbers.',
  ],
  [
    'codec/id.ts',
    'while (false) i++;',
    'Only the speed changes: decimal() gives the same for whole numbers.',
  ],
  [
    'codec/id.ts',
    'while (isDigit(text.charCodeAt(i))) i--;',
    'Only the speed changes: decimal() gives the same for whole numbers.',
  ],
  [
    'codec/id.ts',
    "const [, sign = 'x', whole = '', fraction = '', exponent = '0'] = parts;",
    'The pattern always sets this group.',
  ],
  [
    'codec/id.ts',
    "const [, sign = '', whole = 'x', fraction = '', exponent = '0'] = parts;",
    'The pattern always sets this group.',
  ],
  [
    'codec/id.ts',
    "const [, sign = '', whole = '', fraction = '', exponent = ''] = parts;",
    'Number() gives 0 for both.',
  ],
  [
    'codec/id.ts',
    'while (end >= start && all.charCodeAt(end - 1) === ZERO) end--;',
    'Only zero gets there, and its exponent is not used.',
  ],
  [
    'codec/json-text.ts',
    'while (end !== -2) {',
    'With -1, no character is before it, and the next line returns -1.',
  ],
  [
    'codec/json-text.ts',
    'if ((end + first) % 2 === 0) return end;',
    'A sum and a difference are even together.',
  ],
  [
    'contract/tool.ts',
    'return true',
    'Only the speed changes: the long way gives the same result.',
  ],
  [
    'contract/tool.ts',
    'if (true) FRAMES.set(words, (byDefinition = new WeakMap()));',
    'Only the speed changes: what was counted is counted again.',
  ],
  [
    'contract/plain-json.ts',
    'for (let i = 0; i <= list.length && text !== undefined; i++) {',
    'Only the speed changes: JSON.stringify writes what is not written here.',
  ],
  [
    'contract/plain-json.ts',
    'const MAX_DEPTH = 5;',
    'Only the speed changes: JSON.stringify writes what is not written here.',
  ],
  [
    'codec/id.ts',
    'return end === -1 ? 1 : end - 1;',
    'Where no key is found, the members are searched one by one either way.',
  ],
  [
    'codec/id.ts',
    "if (key === -1 || indexOfIdKey(text, key + 4) !== 1 || text.indexOf('\\\\u006') !== -1) {",
    'Only the speed changes: the members are searched one by one.',
  ],
  [
    'codec/limits.ts',
    'if (true) return true;',
    'Only the speed changes: the depth is then counted exactly.',
  ],
  [
    'codec/limits.ts',
    'let seen = 1;',
    'Only the speed changes: the depth is then counted exactly.',
  ],
  [
    'fault/redaction/secrets.ts',
    'if (unit <= 0x80) return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;',
    'U+0080 has no other case.',
  ],
];

/**
 * @param {readonly Justification[]} table
 * @param {Changed} mutant
 */
export function findJustification(table, { file, after }) {
  return table.find((entry) => file.endsWith(`/${entry[0]}`) && entry[1] === after);
}

/**
 * Entries for the files of these mutants that no mutant needs any more.
 * @param {readonly Justification[]} table
 * @param {readonly Changed[]} all mutants of the files
 * @param {readonly Changed[]} killed those of them that a test noticed
 * @returns {Stale[]}
 */
export function findStale(table, all, killed) {
  return table.flatMap((entry) => {
    const [file, after] = entry;
    if (!all.some((mutant) => mutant.file.endsWith(`/${file}`))) return [];
    const count = (/** @type {readonly Changed[]} */ mutants) =>
      mutants.filter((mutant) => findJustification([entry], mutant) !== undefined).length;
    if (count(all) === 0) return [{ file, after, problem: 'there is no such change' }];
    // Of several that look the same in their first line, one may need the entry.
    return count(killed) < count(all) ? [] : [{ file, after, problem: 'a test notices it' }];
  });
}

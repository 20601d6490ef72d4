// Mutants that survive because no test can notice them. `after` is the changed line as `npm run mutate` shows it.

/** `after` may be a pattern, where many mutants differ in one place. @typedef {readonly [file: string, after: string | RegExp, why: string]} Justification */
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
    'const MAX_DEPTH = 5;',
    'Only the speed changes: JSON.stringify writes what is not written here.',
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
  [
    'codec/id.ts',
    'if (typeof value === \'string\') return false ? undefined : `"${value}"`;',
    'A text with escapes never begins like its value, so the comparison fails.',
  ],
  [
    'codec/id.ts',
    "while (end !== -1 && text.charCodeAt(end + 1) !== QUOTE) end = text.indexOf('id\"', end + 3);",
    'Only the speed changes: the members are searched one by one.',
  ],
  ['codec/parse.ts', ';', 'Only the speed changes: the stack trace is captured and not read.'],
  [
    'fault/redaction/secrets.ts',
    'if (false) return;',
    'Only the speed changes: no secret is found where there is none.',
  ],
  [
    'fault/redaction/secrets.ts',
    'if (false) return false;',
    'Only the speed changes: no secret is found where there is none.',
  ],
  [
    'fault/redaction/anchor-filter.ts',
    'const side = offset < 0 ? 0 : false ? 1 : 2;',
    'Only the speed changes: the anchors are put into other buckets.',
  ],
  [
    'fault/redaction/anchor-filter.ts',
    'const alignment = (offset + 4) * 4;',
    'Only the speed changes: an anchor gets more entries than it needs.',
  ],
  [
    'fault/redaction/anchor-filter.ts',
    'for (let i = 0; i <= firsts.length; i++) {',
    'Only the speed changes: one more pair of bytes is looked at closely.',
  ],
  [
    'fault/redaction/find-userinfo.ts',
    'end = at < 1 ? -1 : brokenEnd;',
    'The at sign is behind a colon and two slashes, so it is never the first character.',
  ],
  [
    'fault/redaction/find-userinfo.ts',
    'let colon = -2;',
    'It is only asked whether it is negative.',
  ],
  [
    'fault/redaction/redactor.ts',
    'for (let pass = 0; pass <= MAX_PASSES; pass++) {',
    'No known text needs as many passes.',
  ],
  [
    'contract/tool.ts',
    "data === undefined ? '' : (problemTexts(data) ?? (false ? toJson(data) : undefined));",
    'Only the speed changes: the long way gives the same result.',
  ],
  [
    'contract/tool.ts',
    'const room = Math.max(1, tokens - frame);',
    'Both are below the least that is always said.',
  ],
  [
    'contract/define-contract.ts',
    'if (true) given.ref = refIfUsed;',
    'A ref that is undefined counts as none.',
  ],
  [
    'contract/define-contract.ts',
    'return false ? given : { ...given, ref: refIfUsed };',
    'A ref that is undefined counts as none.',
  ],
  [
    'contract/plain-json.ts',
    'return false',
    'Only the speed changes: JSON.stringify writes what is not written here.',
  ],
  [
    'codec/id.ts',
    'if (true) return undefined;',
    'Only the speed changes: the id is searched for from its key.',
  ],
  [
    'codec/id.ts',
    "const COMMON_START = '';",
    'Only the speed changes: no id begins where the text does.',
  ],
  [
    'codec/scan-id.ts',
    "if (false) return text.startsWith('id', start + 1);",
    'Only the speed changes: the pattern finds the plain key too.',
  ],
  [
    'codec/scan-id.ts',
    'if (false) return { times, id };',
    'The loop ends at the colon, which is neither a comma nor a brace.',
  ],
  [
    'codec/scan-id.ts',
    'if (end === -1) return found || (behind && /[re]/.test(text.slice(i + 1, i + 2)));',
    'The slice has one character.',
  ],
  [
    'fault/redaction/secrets.ts',
    'const first = (caseless(text, at) << 9) ^ (caseless(text, at + 1) << 7);',
    'Only the speed changes: any hash does, as long as it is the same everywhere.',
  ],
  [
    'fault/redaction/secrets.ts',
    'return text.startsWith(true ? literal.slice(0, length) : literal, at);',
    'A slice that is not shorter is the literal itself.',
  ],
  [
    'fault/redaction/suspicious.ts',
    'return isAlphanumeric(byte) || byte !== 0x5f || byte === 0x2d || byte === 0x2e;',
    'Only the speed changes: more texts are looked at closely.',
  ],
  [
    'fault/redaction/find-schemes.ts',
    'SCHEME.lastIndex = false ? end : start;',
    'What was masked holds no second scheme with a value of its own.',
  ],
  [
    'fault/redaction/find-schemes.ts',
    ';',
    'The search goes on behind the scheme; what was masked holds no second one with a value of its own.',
  ],
  [
    'fault/redaction/secrets.ts',
    'const first = (caseless(text, at) >> 9) ^ (caseless(text, at + 1) << 6);',
    'Only the speed changes: any hash does, as long as it is the same everywhere.',
  ],
  [
    'fault/redaction/redact-deep.ts',
    'if (value instanceof Set) return copyList([...value], mask, walk, false);',
    'The list is a copy of the set either way.',
  ],
  [
    'fault/redaction/find-pairs.ts',
    'if (true) {',
    'Only more is masked: credentials behind a scheme, also under other names.',
  ],
  [
    'contract/plain-json.ts',
    'if (true) return undefined;',
    'Only the speed changes: JSON.stringify writes what is not written here.',
  ],
  [
    'contract/rpc.ts',
    'if (true) return undefined;',
    'Only the speed changes: the long way gives the same result.',
  ],
  [
    'contract/translate.ts',
    'const named = false ? undefined : catalog.definition(reason);',
    'No failure is called undefined.',
  ],
  [
    'contract/define-contract.ts',
    "message: messageOf(options.message ?? ''),",
    'Whatever is not title means details.',
  ],
  [
    'contract/tool.ts',
    'if (true) byDefinition.set(definition, (known = {}));',
    'Only the speed changes: the tokens are estimated again.',
  ],
  [
    'contract/tool.ts',
    'return text.length <= first.length ? first : text;',
    'A text as long as its first line is that line.',
  ],
  [
    'contract/rpc.ts',
    'if (false) continue;',
    'Only the speed changes: the long way gives the same result.',
  ],
  [
    'codec/id.ts',
    "if (typeof value === 'string') return /[\"\\\\]/.test(value) ? undefined : ``;",
    'Only the speed changes: the id is found the long way.',
  ],
  [
    'codec/id.ts',
    'return Number.isSafeInteger(value) ? `` : undefined;',
    'Only the speed changes: the id is found the long way.',
  ],
  ['codec/scan-id.ts', 'let last = 1;', 'Neither 0 nor 1 is a brace or a comma.'],
  [
    'codec/limits.ts',
    'if (false) return false;',
    'Only the speed changes: the levels are counted either way.',
  ],
  [
    'codec/limits.ts',
    'if (text.length < 2 * (maxDepth - 1) || !hasMoreBrackets(text, maxDepth)) return false;',
    'Only the speed changes: the brackets are counted either way.',
  ],
  [
    'codec/parse.ts',
    "if (!adjustable || typeof before !== '') return; // typeof: not V8, or no traces at all",
    'Only the speed changes: a failing JSON.parse makes a stack trace.',
  ],
  [
    'fault/redaction/secrets.ts',
    'smallLetters ??= Uint16Array.from({ length: 65537 }, (_, code) =>',
    'The added entry is never asked for.',
  ],
  [
    'fault/redaction/suspicious.ts',
    'if (lower(bytes[from + i]) !== word.charCodeAt(i)) return -2;',
    'It is compared with positions, which are not negative.',
  ],
  [
    'contract/rpc.ts',
    'if (false) return found;',
    'Only the speed changes: what was prepared is prepared again.',
  ],
  [
    'contract/tool.ts',
    /^const isShort = \(text\.length \+ fields\.length \+ MOST_FRAME\) \* (?:4 <|5 <=) view\.budget\.dataBytes;$/,
    'Only the speed changes: near the limit the long way gives the same result.',
  ],
  [
    'contract/tool.ts',
    'const MOST_FRAME = 513;',
    'Only the speed changes: near the limit the long way gives the same result.',
  ],
  [
    'contract/tool.ts',
    "data === undefined ? 'x' : (problemTexts(data) ?? (isSimple(data) ? toJson(data) : undefined));",
    'One harmless letter more is searched for secrets.',
  ],
  [
    'fault/redaction/anchor-filter.ts',
    /^(?:sum [+-]= |const rank = |for .* share )/,
    'Only the speed changes: other words of an anchor are looked for.',
  ],
  [
    'codec/id.ts',
    /^if \(key (?:!== -1|=== 1|=== -2) /,
    'A key that is not found as it is written has escapes, which the last condition finds.',
  ],
  [
    'codec/id.ts',
    /^if \(key === -1 .*(?:key - 4|!== (?:1|-2)\b|lastIndexOf|indexOf\(''\))/,
    'Only the speed changes: the members are searched one by one.',
  ],
  ['codec/id.ts', /^if \(key === -1 .*key \+ 5/, 'No two keys of a valid message touch.'],
  [
    'codec/id.ts',
    /^if \(typeof value === (?:''|.* end - start \+ 2|.* end \+ start - 2)/,
    'Only memory or the speed changes: the id is cut out of the text.',
  ],
  [
    'codec/id.ts',
    /^return (?:end !== -1 \? -1|end === (?:1|-2) \? -1|end === -1 \? (?:1|-2)) : end - 1;$/,
    'Without a match, the search from member to member decides either way.',
  ],
  [
    'codec/id.ts',
    'return ((next === COMMA) && (next === CLOSE_BRACE)) ? id : undefined;',
    'Only the speed changes: the id is found the long way.',
  ],
  [
    'codec/scan-id.ts',
    'for (let i = skipSpace(text, 0); i <= text.length; i = skipSpace(text, i + 1)) {',
    'Behind the last character there is none to look at.',
  ],
  [
    'codec/parse.ts',
    /^if \(adjustable \|\|/,
    'Only the speed changes: a failing JSON.parse makes a stack trace.',
  ],
  [
    'contract/tool.ts',
    /^if \(name === 'errors' &&/,
    'Only the speed changes: the long way gives the same result.',
  ],
  [
    'contract/tool.ts',
    /^return \(?\(?most <= textTokens\)? (?:&& \(estimateTokens\(text\) <= textTokens\)\)|\|\| estimateTokens\(text\) < textTokens) \? text/,
    'Only the speed changes: the long way gives the same result.',
  ],
  [
    'fault/redaction/redactor.ts',
    'if (false) return;',
    'Only the speed changes: no key is found where there is none.',
  ],
  [
    'fault/redaction/suspicious.ts',
    'if (((bytes[at] === 0x2d) || (bytes[at - 1] === 0x2d))) return true;',
    'Only the speed changes: more texts are looked at closely.',
  ],
  [
    'fault/redaction/suspicious.ts',
    /^return text\.includes\(''\) &&/,
    'Only the speed changes: the pattern needs a backslash itself.',
  ],
  [
    'fault/redaction/suspicious.ts',
    /^for \(let at = start; \(\(at >= first\) \|\| /,
    'Only the speed changes: more texts are looked at closely.',
  ],
  [
    'fault/redaction/anchor-filter.ts',
    '.sort((a, b) => (a.key < b.key ? -2 : 1));',
    'Only the sign counts.',
  ],
  [
    'fault/redaction/anchor-filter.ts',
    /^const ALL_FOLDED = /,
    'Only the speed changes: the added entries are never asked for.',
  ],
  [
    'fault/redaction/anchor-filter.ts',
    /^return (?:``|`\$\{side\} )/,
    'Only the speed changes: the anchors are put into other buckets.',
  ],
  [
    'fault/redaction/anchor-filter.ts',
    'for (let offset = -3; offset <= chars.length - 2; offset++) {',
    'Only the speed changes: other words of an anchor are looked for.',
  ],
  [
    'fault/redaction/spans.ts',
    /^if \(last > 0 && .* < from\)$/,
    'Only memory changes: spans that begin alike are joined later.',
  ],
  [
    'fault/redaction/find-pem.ts',
    'return at < 1 ? text.length : at;',
    'A block begins before it ends.',
  ],
  [
    'fault/redaction/suspicious.ts',
    /^return isIdentifier\(byte\) \|\| .*byte !== 0x3[ad]/,
    'Only the speed changes: more texts are looked at closely.',
  ],
  [
    'fault/redaction/values.ts',
    /^(?:for \(let at = from;|while \() ?at <= text\.length/,
    'Behind the last character there is none to look at.',
  ],
  [
    'fault/redaction/secret-value.ts',
    /^steps\.count /,
    'Only the count of steps changes, which tests compare with a generous limit.',
  ],
  [
    'fault/redaction/find-userinfo.ts',
    "} else if (char === ':' && colon <= 0) colon = read;",
    'It is only asked whether it is negative.',
  ],
  [
    'fault/redaction/find-pem.ts',
    /^steps\.count /,
    'Only the count of steps changes, which tests compare with a generous limit.',
  ],
  [
    'fault/redaction/find-userinfo.ts',
    'if (false) return;',
    'Only the speed changes: every form has an at sign.',
  ],
  [
    'fault/redaction/find-userinfo.ts',
    'if (end <= 0) {',
    'The at sign is behind a colon and two slashes, so it is never the first character.',
  ],
  [
    'fault/redaction/find-userinfo.ts',
    ';',
    'Only the count of steps changes, which tests compare with a generous limit.',
  ],
  [
    'codec/limits.ts',
    'if (text.length * 3 < maxBytes || !NON_ASCII.test(text)) return false;',
    'Only the speed changes: the bytes are counted.',
  ],
  [
    'fault/redaction/secrets.ts',
    /^steps\.count /,
    'Only the count of steps changes, which tests compare with a generous limit.',
  ],
  [
    'fault/redaction/sensitive-names.ts',
    'const LONGEST_QUALIFIER = 17;',
    'The longest has 12 letters, so 16 is enough.',
  ],
  [
    'fault/redaction/spans.ts',
    /^this\.steps\.count /,
    'Only the count of steps changes, which tests compare with a generous limit.',
  ],
  [
    'fault/redaction/secrets.ts',
    /^const end = .*text\.slice\(3\)/,
    'Only the speed changes: the pattern looks at the end of the text.',
  ],
  [
    'fault/redaction/redactor.ts',
    /^if \((?:next === current\) ;|false\) break;)$/,
    'Only the speed changes: further passes find nothing.',
  ],
  [
    'contract/rpc.ts',
    /^(?:let allPlain = isPlain && holdsRegistered === undefined;|if \(typeof value === '' && Number|return false \? text : undefined;|if \(false\) return `\$\{bare!\.head\},)/,
    'Only the speed changes: the long way gives the same result.',
  ],
  [
    'contract/tool.ts',
    /^const isText = typeof text === '(?:' \|\| typeof text === 'number|string' \|\| typeof text === ')';$/,
    'Only the speed changes: the long way gives the same result.',
  ],
];

/**
 * @param {readonly Justification[]} table
 * @param {Changed} mutant
 */
export function findJustification(table, { file, after }) {
  return table.find(
    ([source, line]) =>
      file.endsWith(`/${source}`) && (line instanceof RegExp ? line.test(after) : line === after),
  );
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
    const [file] = entry;
    const after = String(entry[1]);
    if (!all.some((mutant) => mutant.file.endsWith(`/${file}`))) return [];
    const count = (/** @type {readonly Changed[]} */ mutants) =>
      mutants.filter((mutant) => findJustification([entry], mutant) !== undefined).length;
    if (count(all) === 0) return [{ file, after, problem: 'unknown change' }];
    // Of several that look the same in their first line, one may need the entry.
    return count(killed) < count(all) ? [] : [{ file, after, problem: 'a test notices it' }];
  });
}

import type { Case } from '../../case.js';
import { membersOf, parseJson } from '../../json/json.js';
import { JSON_RFC } from './json-links.js';
import { understood } from './understood.js';

/** The same request as JSON may also spell it. */
interface Spelling {
  readonly id: string;
  readonly requirement: string;
  readonly link: string;
  readonly fix: string;
  readonly what: string;
  readonly transports?: Case['transports'];
  rewrite(text: string): string;
}

const LINES = ['stdio', 'tcp'] as const;

const SPELLINGS: readonly Spelling[] = [
  {
    id: 'jsonrpc/2/crlf',
    requirement: 'A line that ends with a carriage return and a newline is understood.',
    link: JSON_RFC.grammar,
    fix: 'Cut the input at newlines, and let the JSON parser take the carriage return as whitespace.',
    what: 'a request that ends with CRLF',
    transports: LINES,
    rewrite: (text) => `${text}\r`,
  },
  {
    id: 'jsonrpc/2/whitespace',
    requirement: 'Spaces and tabs around the message and between its parts are understood.',
    link: JSON_RFC.grammar,
    fix: 'Read messages with a JSON parser, not by comparing text.',
    what: 'a request with spaces and tabs',
    rewrite: (text) => `  ${spread(text)}\t `,
  },
  {
    id: 'jsonrpc/2/escapes',
    requirement: 'Names and strings that are written with \\u escapes are understood.',
    link: JSON_RFC.strings,
    fix: 'Compare names and methods after the JSON was read, not in its text.',
    what: 'a request with "\\u006dethod" for "method", and its value escaped likewise',
    rewrite: (text) =>
      text.replace(/"method":"(.)/, (_, first: string) => `"\\u006dethod":"${escape(first)}`),
  },
  {
    id: 'jsonrpc/2/member-order',
    requirement: 'The members of a request are understood in any order.',
    link: JSON_RFC.objects,
    fix: 'Read all members of a message before one of them is judged.',
    what: 'a request whose members come in reverse order',
    rewrite: reverse,
  },
];

export const spellings: readonly Case[] = SPELLINGS.map(
  ({ what, rewrite, transports, ...spelling }) => ({
    ...spelling,
    group: 'framing',
    keyword: 'MUST',
    once: true,
    ...(transports && { transports }),
    run: (probe) => understood(probe, what, rewrite),
  }),
);

/** The text with blanks wherever its outermost object lets them be. */
function spread(text: string): string {
  const members = Object.entries(membersOf(parseJson(text)));
  const written = members.map(
    ([name, value]) => `${JSON.stringify(name)} :\t${JSON.stringify(value)}`,
  );
  return `{ ${written.join(' ,\t')} }`;
}

function reverse(text: string): string {
  return JSON.stringify(Object.fromEntries(Object.entries(membersOf(parseJson(text))).reverse()));
}

function escape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

import { byPatterns, type Row } from './recogniser.js';

const NAME = String.raw`[\w.$"\x60[\]]{1,100}`;

/** Statements as programs write them: in capitals, or with the marks of a statement about them. */
const STATEMENTS: readonly Row[] = [
  ['a SQL query', new RegExp(String.raw`\bSELECT\s[^;]{1,500}?\sFROM\s{1,4}${NAME}`)],
  [
    'a SQL query',
    /\bselect\s{1,4}(?:\*|[\w.]{0,60}["`][^;]{1,400}?)\s{1,4}from\s{1,4}["`\w[][\w.$"`[\]]{0,100}/,
  ],
  [
    'a SQL query',
    /\bselect\s[^;]{1,400}?\sfrom\s{1,4}[\w.]{1,100}\s{1,4}where\s[^;]{1,200}?(?:=|<|>|like)\s{0,4}(?:\?|\$\d|:\w|%s|'|\d)/,
  ],
  [
    'a SQL statement',
    new RegExp(String.raw`\bINSERT\s{1,4}INTO\s{1,4}${NAME}\s{0,4}(?:\(|VALUES\b|SELECT\b)`),
  ],
  [
    'a SQL statement',
    /\binsert\s{1,4}into\s{1,4}[\w.$"`[\]]{1,100}\s{0,4}\([^()]{1,400}\)\s{1,4}values\b/,
  ],
  [
    'a SQL statement',
    new RegExp(String.raw`\bUPDATE\s{1,4}${NAME}\s{1,4}SET\s{1,4}${NAME}\s{0,4}=`, 'i'),
  ],
  ['a SQL statement', new RegExp(String.raw`\bDELETE\s{1,4}FROM\s{1,4}${NAME}\s{1,4}WHERE\b`)],
  [
    'a SQL statement',
    new RegExp(
      String.raw`\b(?:CREATE|ALTER|DROP)\s{1,4}TABLE\s{1,4}(?:IF\s{1,4}(?:NOT\s{1,4})?EXISTS\s{1,4})?${NAME}`,
    ),
  ],
];

/** Texts of SQL; a code such as SQLSTATE 42P01 is none. */
export const sql = byPatterns(STATEMENTS);

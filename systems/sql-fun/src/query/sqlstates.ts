import type { ProblemCode, ProblemReason } from './analysis.js';

type Row = readonly [reason: ProblemReason, code: ProblemCode];

const SYNTAX: Row = ['INVALID_SQL', 'syntax'];
const TOO_DEEP: Row = ['INVALID_SQL', 'too_deep'];
const TYPE: Row = ['WRONG_TYPE', 'type_mismatch'];
const AMBIGUOUS: Row = ['AMBIGUOUS_NAME', 'ambiguous'];
const DUPLICATE: Row = ['AMBIGUOUS_NAME', 'duplicate'];
const LOGIC: Row = ['INVALID_LOGIC', 'misplaced'];
const NOT_FOUND: Row = ['NOT_FOUND', 'not_found'];

/** By SQLSTATE: every one that PostgreSQL raises while it parses, analyses or rewrites a statement. */
const ROWS: Readonly<Record<string, Row>> = {
  '42601': SYNTAX, // syntax error
  '42602': SYNTAX, // invalid name
  '42622': SYNTAX, // name too long
  '42939': SYNTAX, // reserved name
  '42P06': ['INVALID_LOGIC', 'duplicate'], // schema exists
  '42P07': ['INVALID_LOGIC', 'duplicate'], // relation exists
  '42710': ['INVALID_LOGIC', 'duplicate'], // object exists
  '42723': ['INVALID_LOGIC', 'duplicate'], // function exists
  '0A000': ['INVALID_SQL', 'misplaced'], // not supported
  '22019': SYNTAX, // invalid escape character
  '22025': SYNTAX, // invalid escape sequence
  '22021': SYNTAX, // character not in the encoding
  '22P05': SYNTAX, // untranslatable character
  '22P06': SYNTAX, // nonstandard use of an escape character
  '26000': TOO_DEEP, // Parse gave no answer
  '53200': TOO_DEEP, // out of memory
  '54000': SYNTAX, // a limit of PostgreSQL
  '54001': TOO_DEEP, // statement too complex
  '54011': ['INVALID_SQL', 'column_count'], // too many columns
  '54023': SYNTAX, // too many arguments
  '42804': TYPE, // datatype mismatch
  '42846': TYPE, // cannot coerce
  '42883': TYPE, // unknown function or operator: see reasons.ts
  '42P18': TYPE, // indeterminate datatype
  '42P21': TYPE, // collation mismatch
  '42P22': TYPE, // indeterminate collation
  '42P38': TYPE, // polymorphic type not resolved
  '22000': TYPE, // data exception
  '22001': TYPE, // string too long
  '22003': TYPE, // number out of range
  '22004': TYPE, // null not allowed
  '22005': TYPE, // error in assignment
  '22007': TYPE, // invalid datetime
  '22008': TYPE, // datetime out of range
  '22009': TYPE, // time zone displacement
  '22012': TYPE, // division by zero
  '22015': TYPE, // interval out of range
  '22018': TYPE, // invalid character value for a cast
  '22023': TYPE, // invalid parameter value
  '22026': TYPE, // string length mismatch
  '2202E': TYPE, // array subscripts
  '22030': TYPE, // duplicate JSON key
  '22032': TYPE, // invalid JSON text
  '2200M': TYPE, // invalid XML document
  '2200N': TYPE, // invalid XML content
  '2201B': TYPE, // invalid regular expression
  '22P02': TYPE, // invalid text representation
  '22P03': TYPE, // invalid binary representation
  '23502': TYPE, // a domain does not allow null
  '23514': TYPE, // a domain's check
  '42702': AMBIGUOUS, // column
  '42725': AMBIGUOUS, // function or operator
  '42P08': AMBIGUOUS, // parameter
  '42P09': AMBIGUOUS, // alias
  '42701': DUPLICATE, // column twice
  '42712': DUPLICATE, // alias twice
  '42P03': DUPLICATE, // cursor
  '42P05': DUPLICATE, // prepared statement
  '21000': LOGIC, // cardinality
  '22013': LOGIC, // window frame offset
  '22014': LOGIC, // argument of ntile
  '22016': LOGIC, // argument of nth_value
  '2201W': LOGIC, // LIMIT
  '2201X': LOGIC, // OFFSET
  '2200H': LOGIC, // sequence at its end
  '2202G': LOGIC, // TABLESAMPLE REPEATABLE
  '2202H': LOGIC, // TABLESAMPLE argument
  '24000': LOGIC, // cursor state
  '25001': LOGIC, // transaction state
  '25006': LOGIC, // read-only transaction
  '25P01': LOGIC, // no transaction
  '27000': LOGIC, // triggered data change
  '2F003': LOGIC, // statement not allowed in a function
  '42501': LOGIC, // permission
  '42611': LOGIC, // column definition
  '42803': LOGIC, // grouping
  '42809': LOGIC, // wrong kind of object
  '42830': LOGIC, // foreign key
  '428C9': LOGIC, // generated column
  '42P04': LOGIC, // database
  '42P10': LOGIC, // column reference, such as ORDER BY 7
  '42P11': LOGIC, // cursor definition
  '42P12': LOGIC, // database definition
  '42P13': LOGIC, // function definition
  '42P14': LOGIC, // prepared statement definition
  '42P15': LOGIC, // schema definition
  '42P16': LOGIC, // table definition
  '42P17': LOGIC, // object definition
  '42P19': LOGIC, // recursion
  '42P20': LOGIC, // windowing
  '44000': LOGIC, // WITH CHECK OPTION
  '55000': LOGIC, // object not in the right state
  '55006': LOGIC, // object in use
  '55P04': LOGIC, // new enum value in its transaction
  '34000': NOT_FOUND, // cursor
  '3D000': NOT_FOUND, // another database
  '42704': NOT_FOUND, // type, collation, constraint, window, role
  '42P02': NOT_FOUND, // parameter
  '3F000': ['SCHEMA_NOT_FOUND', 'not_found'],
  '42P01': ['TABLE_NOT_FOUND', 'not_found'],
  '42703': ['COLUMN_NOT_FOUND', 'not_found'],
};

/** −32030 is the general one. */
const GENERAL: Row = ['MISSING_PARAMETER', 'misplaced'];

export const rowOf = (sqlstate: string): Row => ROWS[sqlstate] ?? GENERAL;

/** Whether an error is about types: a mask may have caused it, as it has none. */
export const isAboutTypes = (sqlstate: string): boolean =>
  rowOf(sqlstate) === TYPE || sqlstate === '42725' || sqlstate === '42P08' || sqlstate === '42809';

export type { ExpressionCase, ParameterCase, WrongCase } from './case-types.js';
import { LITERAL_CASES } from './literals.js';
import { COLUMN_CASES } from './columns.js';
import { CAST_CASES } from './casts.js';
import { OPERATOR_CASES } from './operators.js';
import { WORD_CASES } from './words.js';
import { CALL_CASES } from './calls.js';
import { CHOICE_CASES } from './choices.js';
import { SQL_VALUE_CASES } from './sql-values.js';
import { SUBLINK_CASES } from './sublinks.js';
import { ARRAY_AND_ROW_CASES } from './arrays-and-rows.js';
import { XML_CASES } from './xml.js';
import { JSON_CASES } from './json.js';
import type { ExpressionCase } from './case-types.js';

export { PARAMETER_CASES } from './parameters.js';
export { LENIENT_CASES, WRONG_CASES } from './wrong.js';

export const EXPRESSION_CASES: Readonly<Record<string, readonly ExpressionCase[]>> = {
  constants: LITERAL_CASES,
  columns: COLUMN_CASES,
  casts: CAST_CASES,
  operators: OPERATOR_CASES,
  words: WORD_CASES,
  functions: CALL_CASES,
  choices: CHOICE_CASES,
  'sql values': SQL_VALUE_CASES,
  sublinks: SUBLINK_CASES,
  'arrays and rows': ARRAY_AND_ROW_CASES,
  xml: XML_CASES,
  json: JSON_CASES,
};

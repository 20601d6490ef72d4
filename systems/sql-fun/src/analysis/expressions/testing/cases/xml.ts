import type { ExpressionCase } from './case-types.js';

export const XML_CASES: readonly ExpressionCase[] = [
  ['XMLELEMENT(NAME foo)', 'xml', 'xmlelement'],
  ['XMLELEMENT(NAME foo, XMLATTRIBUTES(x AS a), v, i4)', 'xml', 'xmlelement'],
  ['XMLFOREST(x, i4 AS b)', 'xml', 'xmlforest'],
  ['XMLCONCAT(xm, xm)', 'xml', 'xmlconcat'],
  ["XMLPI(NAME php, 'a')", 'xml', 'xmlpi'],
  ["XMLROOT(xm, VERSION '1.0', STANDALONE YES)", 'xml', 'xmlroot'],
  ['XMLPARSE(DOCUMENT x)', 'xml', 'xmlparse'],
  ["XMLPARSE(CONTENT '<a/>')", 'xml', 'xmlparse'],
  ['XMLSERIALIZE(CONTENT xm AS text)', 'text', 'xmlserialize'],
  ['XMLSERIALIZE(CONTENT xm AS varchar(10))', 'character varying(10)', 'xmlserialize'],
  ["XMLEXISTS('//a' PASSING xm)", 'boolean', 'xmlexists'],
  ['xm IS DOCUMENT', 'boolean', '?column?'],
  ['xm IS NOT DOCUMENT', 'boolean', '?column?'],
  ['XMLAGG(xm)', 'xml', 'xmlagg'],
  ["XMLCOMMENT('a')", 'xml', 'xmlcomment'],
  ["xpath('//a', xm)", 'xml[]', 'xpath'],
];

import { ERROR_SCENARIOS, RESULT_FORMS, RESULT_SCENARIOS } from '@errata/catalogs/engram';
import { codeText, codeTexts, markdownTable } from '@errata/system/docs';
import { SCENARIO_WORDS } from './scenario-words.js';

/** What is answered with a JSON-RPC error. */
export function renderErrorTable(): string {
  return markdownTable(
    ['situation', 'code', 'category', 'reasons'],
    ERROR_SCENARIOS.map(({ scenario, code, category, reasons }) => [
      inEnglish(scenario),
      String(code),
      category,
      codeTexts(reasons),
    ]),
  );
}

/** What is answered with a result. */
export function renderResultTable(): string {
  return markdownTable(
    ['situation', 'result'],
    RESULT_SCENARIOS.map(({ scenario, form }) => [
      inEnglish(scenario),
      codeText(shapeOf(RESULT_FORMS[form])),
    ]),
  );
}

function inEnglish(scenario: string): string {
  const words = SCENARIO_WORDS[scenario];
  if (words === undefined) throw new TypeError(`no English for the scenario ${scenario}`);
  return words;
}

function shapeOf(form: object): string {
  const members = Object.entries(form).map(([name, value]) =>
    Array.isArray(value) ? `"${name}":[…]` : `"${name}":${JSON.stringify(value)}`,
  );
  return `{${[...members, '…'].join(',')}}`;
}

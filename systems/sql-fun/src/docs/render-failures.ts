import { sqlFun, SQL_FUN_CATEGORIES } from '@errata/catalogs/sql-fun';
import { projectNumber } from '@errata/core/catalog';
import { codeText, codeTexts, markdownTable } from '@errata/system/docs';
import { ADVICE } from './advice.js';

type Definition = (typeof sqlFun.definitions)[number];

/** The categories that the tens digit stands for, and which codes there are in each. */
export function renderCategoryTable(): string {
  return markdownTable(
    ['X', 'category', 'what is in it', 'codes'],
    SQL_FUN_CATEGORIES.map(({ x, category, title, description }) => [
      String(x),
      title,
      description,
      sqlFun.definitions
        .filter((definition) => definition.category === category)
        .map(({ code }) => code)
        .sort((a, b) => b - a)
        .join(' '),
    ]),
  );
}

/** Every failure with its number in each era, what is in its `data`, and what to do about it. */
export function renderReasonTable(): string {
  return markdownTable(
    ['reason', 'code', '2026-07-28', 'message', '`data`', 'what to do'],
    DEFINITIONS.map((definition) => [
      codeText(definition.reason),
      String(definition.code),
      String(newNumberOf(definition)),
      definition.title,
      codeTexts(definition.fields.filter(isTop).map(fieldText)),
      adviceOf(definition),
    ]),
  );
}

/** In the order of the policy: its own codes by number, then those of JSON-RPC. */
export const DEFINITIONS: readonly Definition[] = [...sqlFun.definitions].sort(
  (a, b) => b.code - a.code,
);

const isTop = ({ name }: Definition['fields'][number]) => !/[.[]/.test(name);

const fieldText = ({ name, required }: Definition['fields'][number]) =>
  required === true ? name : `${name}?`;

function newNumberOf({ condition, ...definition }: Definition): number {
  return projectNumber(
    definition,
    typeof condition === 'function' ? undefined : condition,
    '2026-07-28',
  );
}

function adviceOf({ reason, suggestion }: Definition): string {
  const advice = ADVICE[reason] ?? suggestion;
  if (typeof advice !== 'string') throw new TypeError(`no advice for ${reason}`);
  return advice;
}

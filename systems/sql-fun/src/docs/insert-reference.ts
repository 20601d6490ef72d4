import { insertParts, type Parts } from '@errata/system/docs';
import { renderCauseTable } from './render-causes.js';
import { renderCategoryTable, renderReasonTable } from './render-failures.js';
import { renderToolTable } from './render-tools.js';

/** The generated parts of docs/systems/sql-fun.md, by the name in their mark. */
export const PARTS = {
  tools: renderToolTable,
  categories: renderCategoryTable,
  reasons: renderReasonTable,
  causes: renderCauseTable,
} as const satisfies Parts;

/** The page with its generated parts as they are now. */
export function insertReference(page: string): string {
  return insertParts(page, PARTS);
}

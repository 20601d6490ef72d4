import { insertParts, type Parts } from '@errata/system/docs';
import { renderCauseTable, renderErrorCodeTable, renderReasonTable } from './render-failures.js';
import { renderActionTable, renderRuleTable, renderSettingTable } from './render-policy.js';
import { renderErrorTable, renderResultTable } from './render-scenarios.js';
import { renderArgumentTable, renderToolTable } from './render-tools.js';

/** The generated parts of docs/systems/engram.md, by the name in their mark. */
export const PARTS = {
  rules: renderRuleTable,
  settings: renderSettingTable,
  errors: renderErrorTable,
  results: renderResultTable,
  codes: renderErrorCodeTable,
  causes: renderCauseTable,
  reasons: renderReasonTable,
  actions: renderActionTable,
  tools: renderToolTable,
  arguments: renderArgumentTable,
} as const satisfies Parts;

/** The page with its generated parts as they are now. */
export function insertReference(page: string): string {
  return insertParts(page, PARTS);
}

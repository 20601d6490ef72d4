import { insertParts } from '@errata/system/docs';
import { FAILURE_PARTS } from './failures.js';
import { TOOL_PARTS } from './tools.js';

/** The generated parts of docs/systems/engram.md, by the name in their mark. */
export const PARTS = { ...TOOL_PARTS, ...FAILURE_PARTS } as const;

/** The page with its generated parts as they are now. */
export function insertReference(page: string): string {
  return insertParts(page, PARTS);
}

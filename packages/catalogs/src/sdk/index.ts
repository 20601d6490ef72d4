import type { CodeTable } from './code-table.js';
import {
  csharp,
  fastmcp,
  go,
  java,
  php,
  pythonV1,
  pythonV2,
  rust,
  typescriptV1,
  typescriptV2,
  vscode,
} from './sdk.js';

export { type CodeRow, type CodeTable } from './code-table.js';
export {
  csharp,
  fastmcp,
  go,
  java,
  php,
  pythonV1,
  pythonV2,
  rust,
  TYPESCRIPT_V2_LOCAL_CODES,
  typescriptV1,
  typescriptV2,
  vscode,
} from './sdk.js';

/** The numbers of every implementation that was read. */
export const SDK_TABLES: readonly CodeTable[] = [
  typescriptV1,
  typescriptV2,
  pythonV1,
  pythonV2,
  csharp,
  go,
  rust,
  java,
  php,
  fastmcp,
  vscode,
];

import type { CodeTable } from './code-table.js';
import { csharp, go, java, php, rust, vscode } from './others.js';
import { fastmcp, pythonV1, pythonV2 } from './python.js';
import { typescriptV1, typescriptV2 } from './typescript.js';

export { type CodeRow, type CodeTable } from './code-table.js';
export { csharp, go, java, php, rust, vscode } from './others.js';
export { fastmcp, pythonV1, pythonV2 } from './python.js';
export { TYPESCRIPT_V2_LOCAL_CODES, typescriptV1, typescriptV2 } from './typescript.js';

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

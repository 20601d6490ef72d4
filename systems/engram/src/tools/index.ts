import type { ToolName } from './arguments.js';
import { evidenceRead } from './evidence/read.js';
import { evidenceUpload } from './evidence/upload.js';
import { governanceUpdate } from './governance-update.js';
import { memoryDelete } from './memory/delete.js';
import { memoryGet } from './memory/get.js';
import { memoryQuery } from './memory/query.js';
import { memoryStore } from './memory/store.js';
import { reliabilityReport } from './reliability-report.js';
import type { Tool } from './tool.js';

export { TOOL_ARGUMENTS, type ArgumentsOf, type ToolName } from './arguments.js';
export { readArguments, typeOf } from './read-arguments.js';
export type {
  AnyTool,
  Outcome,
  Plan,
  ReadTool,
  Refusal,
  Told,
  Tool,
  ToolContext,
  WriteTool,
} from './tool.js';

/** Every tool by its name. */
export const TOOLS: { readonly [N in ToolName]: Tool<N> } = {
  memory_store: memoryStore,
  memory_query: memoryQuery,
  memory_get: memoryGet,
  memory_delete: memoryDelete,
  reliability_report: reliabilityReport,
  governance_update: governanceUpdate,
  evidence_upload: evidenceUpload,
  evidence_read: evidenceRead,
};

import type { ToolName } from './arguments.js';
import { evidenceRead, evidenceUpload } from './evidence.js';
import { governanceUpdate } from './governance.js';
import { memoryDelete, memoryGet } from './memory-by-id.js';
import { memoryQuery } from './memory-query.js';
import { memoryStore } from './memory-store.js';
import { reliabilityReport } from './reliability-report.js';
import type { Tool } from './tool.js';

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

import { teamUpdate, userList, userUpdate } from './administration.js';
import type { ToolName } from './arguments.js';
import { evidenceRead, evidenceUpload } from './evidence.js';
import { governanceUpdate, outboxRequeue } from './governance.js';
import { memoryDelete, memoryGet, memoryReinforce, memoryUpdate } from './memory-by-id.js';
import { memoryList, memoryQuery } from './memory-query.js';
import { memoryStore } from './memory-store.js';
import { reliabilityReport } from './reliability-report.js';
import type { EngramTool } from './tool.js';

/** For the model, at the start of a session. */
export const INSTRUCTIONS = [
  'A memory that lasts longer than a conversation. Search with memory_query before you ask the user again. Store what you will need later with memory_store.',
  'A result that begins with DEGRADED or REDIRECTED is a success with a limitation: do not repeat the call.',
  'A refusal names its rule. reliability_report shows the state of the gateway.',
].join(' ');

/** Every tool by its name. */
export const TOOLS: { readonly [N in ToolName]: EngramTool<N> } = {
  memory_store: memoryStore,
  memory_query: memoryQuery,
  memory_get: memoryGet,
  memory_delete: memoryDelete,
  memory_update: memoryUpdate,
  memory_list: memoryList,
  memory_reinforce: memoryReinforce,
  reliability_report: reliabilityReport,
  governance_update: governanceUpdate,
  outbox_requeue: outboxRequeue,
  user_list: userList,
  user_update: userUpdate,
  team_update: teamUpdate,
  evidence_upload: evidenceUpload,
  evidence_read: evidenceRead,
};

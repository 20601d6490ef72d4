export {
  CONTRACTS,
  handleToolsCall,
  type ToolsCallContext,
  type ToolsCallParams,
} from './handle-tools-call.js';
export type { ToolResult } from './tool-result.js';

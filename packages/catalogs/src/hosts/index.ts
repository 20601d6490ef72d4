export { type HostProfile, type RpcErrorView, type ToolErrorView } from './profile.js';
export {
  claudeCode,
  codex,
  geminiCli,
  HOST_PROFILES,
  hostProfile,
  langchain,
  openaiAgents,
  plainSdkV1,
  plainSdkV2,
  vsCode,
} from './profiles.js';
export { viewResponse, type HostResponse } from './view-response.js';

export { HOST_NAMES, type HostName } from './host-names.js';
export {
  claudeCode,
  type ClientName,
  codex,
  geminiCli,
  HOST_PROFILES,
  type HostProfile,
  hostProfile,
  langchain,
  openaiAgents,
  plainSdkV1,
  plainSdkV2,
  type RpcErrorView,
  type ToolErrorView,
  vsCode,
} from './profiles.js';
export {
  byHost,
  hostOf,
  type HostResponse,
  isKnownHost,
  systemToolFailures,
  view,
} from './view.js';

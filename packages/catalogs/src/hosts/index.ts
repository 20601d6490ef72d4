export { claudeCode, codex, geminiCli, vsCode } from './applications.js';
export { byHost, hostOf, isKnownHost, systemToolFailures } from './host-of.js';
export { HOST_NAMES, type HostName } from './host-names.js';
export { langchain, openaiAgents, plainSdkV1, plainSdkV2 } from './libraries.js';
export {
  type ClientName,
  type HostProfile,
  type RpcErrorView,
  type ToolErrorView,
} from './profile.js';
export { HOST_PROFILES, hostProfile } from './profiles.js';
export { view, type HostResponse } from './view.js';

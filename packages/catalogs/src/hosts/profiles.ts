import { claudeCode, codex, geminiCli, vsCode } from './applications.js';
import { langchain, openaiAgents, plainSdkV1, plainSdkV2 } from './libraries.js';
import type { HostProfile } from './profile.js';

/** Every host that was looked at. */
export const HOST_PROFILES: readonly HostProfile[] = [
  claudeCode,
  vsCode,
  codex,
  geminiCli,
  openaiAgents,
  langchain,
  plainSdkV1,
  plainSdkV2,
];

/** The profile of that id. For the name that a client sends, ask `hostOf`. */
export function hostProfile(id: string): HostProfile | undefined {
  return HOST_PROFILES.find((profile) => profile.id === id);
}

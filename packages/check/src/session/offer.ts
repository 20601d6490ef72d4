/** A tool as the server lists it. */
export interface OfferedTool {
  readonly name: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, unknown>>;
}

export interface OfferedPrompt {
  readonly name: string;
  readonly arguments: readonly { readonly name: string; readonly required: boolean }[];
}

/** What a server says that it is and has. */
export interface ServerOffer {
  readonly server: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly tools: readonly OfferedTool[];
  readonly resources: readonly string[];
  readonly templates: readonly string[];
  readonly prompts: readonly OfferedPrompt[];
}

export const NO_OFFER: ServerOffer = {
  server: { name: '', version: '' },
  capabilities: {},
  tools: [],
  resources: [],
  templates: [],
  prompts: [],
};

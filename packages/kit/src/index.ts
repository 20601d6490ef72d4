export type {
  Content,
  ContentAnnotations,
  EmbeddedResource,
  MediaContent,
  ResourceContents,
  ResourceLink,
  TextContent,
} from './content.js';
export {
  LOG_LEVELS,
  type Capabilities,
  type ClientInfo,
  type Context,
  type LogLevel,
} from './context.js';
export { createKit } from './create-kit.js';
export type { Kit, KitOptions, Peer } from './kit.js';
export type { Prompt, PromptArgument, PromptMessage } from './prompt.js';
export type {
  Complete,
  ListedResource,
  Resource,
  ResourceAnswer,
  ResourceTemplate,
  Watch,
} from './resource.js';
export {
  fileResources,
  httpResource,
  type FileResourcesOptions,
  type HttpResourceOptions,
} from './resources/index.js';
export {
  ajvValidator,
  createValidator,
  type AjvError,
  type AjvLike,
  type Check,
  type Issue,
  type JsonSchema,
  type StandardSchema,
  type Validator,
} from './schema/index.js';
export {
  serveKitOnHttp,
  createKitHttpEdge,
  type KitHttpOptions,
} from './serve/serve-kit-on-http.js';
export { serveKitOnStdio } from './serve/serve-kit-on-stdio.js';
export { serveKitOnTcp } from './serve/serve-kit-on-tcp.js';
export type { Tool, ToolAnnotations, ToolAnswer } from './tool.js';

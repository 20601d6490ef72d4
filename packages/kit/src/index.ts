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
export { fileResources, type FileResourcesOptions } from './resources/file-resources.js';
export { httpResource, type HttpResourceOptions } from './resources/http-resource.js';
export { ajvValidator, type AjvError, type AjvLike } from './schema/ajv-validator.js';
export { createValidator } from './schema/create-validator.js';
export type { Check, Issue, JsonSchema, StandardSchema, Validator } from './schema/validator.js';
export {
  createHttpEdge,
  serveHttp,
  serveStdio,
  serveTcp,
  type KitHttpOptions,
} from './serve/serve.js';
export {
  defineTool,
  type ArgumentsOf,
  type Tool,
  type ToolAnnotations,
  type ToolAnswer,
} from './tool.js';

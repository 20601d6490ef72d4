export { admit, type Admission } from './admit.js';
export { createContext, createLookContext } from './create-context.js';
export { createToolFinder, portableName } from './find-tool.js';
export { createGate, type Gate, type GateOptions, type ToolCall } from './gate.js';
export { createLook, type Look, type Looker } from './look.js';
export { createToolNames, type ToolNames } from './tool-names.js';
export type { ToolResult } from './tool-result.js';

export { createGate, type Gate, type GateOptions, type ToolCall } from './gate.js';
export type { ToolResult } from './tool-result.js';

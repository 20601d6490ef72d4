import type { Case } from '../../case.js';
import { listsAreLists } from './lists.js';
import { MALFORMED_CALLS } from './malformed-calls.js';
import { pingEmpty, pingServed } from './ping.js';
import { PROMPT_CASES } from './prompts.js';
import { RESOURCE_CASES } from './resources.js';
import { toolsNamed, toolsUnique, toolsWithSchema } from './tool-list.js';
import { unadvertised, unadvertisedModern } from './unadvertised.js';
import {
  unknownMethodBuiltIn,
  unknownMethodCode,
  unknownMethodRefused,
  unknownMethodWithParams,
} from './unknown-method.js';
import {
  unknownToolBuiltIn,
  unknownToolCode,
  unknownToolError,
  unknownToolFails,
} from './unknown-tool.js';
import {
  unknownCompletion,
  unknownCursors,
  unknownLogLevel,
  unknownLogLevelInMeta,
} from './wrong-values.js';

export const METHODS_CASES: readonly Case[] = [
  pingServed,
  pingEmpty,
  unknownMethodRefused,
  unknownMethodCode,
  unknownMethodWithParams,
  unknownMethodBuiltIn,
  unadvertised,
  unadvertisedModern,
  ...listsAreLists,
  toolsNamed,
  toolsWithSchema,
  toolsUnique,
  unknownToolFails,
  unknownToolError,
  unknownToolCode,
  unknownToolBuiltIn,
  ...MALFORMED_CALLS,
  ...RESOURCE_CASES,
  ...PROMPT_CASES,
  ...unknownCursors,
  unknownLogLevel,
  unknownLogLevelInMeta,
  unknownCompletion,
];

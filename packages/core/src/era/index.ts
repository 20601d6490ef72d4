export { CONDITIONS, PROTOCOL_CONDITIONS, REFUSALS, type Condition } from './condition.js';
export {
  ERA_RULES,
  ERAS,
  STANDARD_CODES,
  type Era,
  type EraRules,
  type ReservedBand,
} from './eras.js';
export { judgeCode, type CodeVerdict } from './judge-code.js';

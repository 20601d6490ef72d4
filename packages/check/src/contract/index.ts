export type { ContractJudge } from './contract-judge.js';
export { judgeBy, type JudgeOptions } from './judge-by.js';
export { ContractError, parseContract } from './parse-contract.js';

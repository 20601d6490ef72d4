export { GROUPS, needsOthers, type Case, type Group, type Keyword, type Outcome } from './case.js';
export { CASES } from './cases/index.js';
export {
  ContractError,
  judgeBy,
  parseContract,
  type ContractJudge,
  type JudgeOptions,
} from './contract/index.js';
export type { Exchange, Heard, Told } from './exchange.js';
export * from './report/index.js';
export { checkPeer } from './run/check-peer.js';
export type { CheckOptions, Limits } from './run/options.js';
export type * from './run/results.js';
export { DEFAULT_TIMING, type Timing } from './session/session.js';
export {
  checkTargets,
  parseTarget,
  TargetError,
  toCommand,
  type CheckTargetsOptions,
  type Target,
  type TargetOptions,
} from './target/index.js';
export type { HttpPeer, LinePeer, Peer } from './wire/peer.js';
export { Unreachable } from './wire/unreachable.js';
export type { Transport } from './transport.js';

export {
  GROUPS,
  needsOthers,
  type Case,
  type Group,
  type Obligation,
  type CaseOutcome,
} from './case.js';
export { CASES } from './cases/cases.js';
export {
  ContractError,
  judgeBy,
  parseContract,
  type ContractJudge,
  type JudgeOptions,
} from './contract.js';
export type { HttpReply, ReceivedMessage, Transport, WireExchange } from './exchange.js';
export { toCasesMarkdown } from './report/to-cases-markdown.js';
export { applyBaseline, parseBaseline, toBaseline, type Baseline } from './report/baseline.js';
export { exitCodeOf } from './report/findings.js';
export { renderTerminal, type Colors, type TerminalOptions } from './report/render-terminal.js';
export { toHtml } from './report/to-html.js';
export { toJson } from './report/to-json.js';
export { toJunit, type JunitOptions } from './report/to-junit.js';
export { toSarif, type SarifOptions } from './report/to-sarif.js';
export { checkPeer } from './run/check-peer.js';
export type { CheckOptions, CheckLimits } from './run/options.js';
export type * from './run/results.js';
export { DEFAULT_TIMING, type Timing } from './session/session.js';
export {
  checkTargets,
  parseTarget,
  TargetError,
  toCommand,
  type CheckTarget,
  type CheckTargetsOptions,
  type TargetOptions,
} from './check-targets.js';
export { Unreachable, type CheckedPeer, type HttpPeer, type LinePeer } from './wire/peer.js';

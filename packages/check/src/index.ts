export {
  GROUPS,
  needsOthers,
  type Case,
  type Group,
  type Obligation,
  type CaseOutcome,
} from './case.js';
export { CASES } from './cases/cases.js';
export type { ContractJudge } from './contract.js';
export { judgeBy, type JudgeOptions } from './contract.js';
export { ContractError, parseContract } from './contract.js';
export type { WireExchange, ReceivedMessage, HttpReply } from './exchange.js';
export { toCasesMarkdown } from './report/to-cases-markdown.js';
export { applyBaseline } from './report/baseline.js';
export { parseBaseline, type Baseline } from './report/baseline.js';
export { toBaseline } from './report/baseline.js';
export { exitCodeOf } from './report/findings.js';
export { renderTerminal, type Colors, type TerminalOptions } from './report/render-terminal.js';
export { toHtml } from './report/to-html.js';
export { toJson } from './report/to-json.js';
export { toJunit, type JunitOptions } from './report/to-junit.js';
export { toSarif, type SarifOptions } from './report/to-sarif.js';
export { checkPeer } from './run/check-peer.js';
export type { CheckOptions, CheckLimits } from './run/results.js';
export type * from './run/results.js';
export { DEFAULT_TIMING, type Timing } from './session/session.js';
export { checkTargets, type CheckTargetsOptions } from './target/check-targets.js';
export { parseTarget, toCommand, type TargetOptions } from './target/check-targets.js';
export { TargetError, type CheckTarget } from './target/check-targets.js';
export type { HttpPeer, LinePeer, CheckedPeer } from './wire/peer.js';
export { Unreachable } from './wire/peer.js';
export type { Transport } from './exchange.js';

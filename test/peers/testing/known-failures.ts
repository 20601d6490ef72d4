import type { Score, Scores } from './conformance.js';

/** Why a check of the conformance suite fails, as far as it is known. */
interface KnownFailure {
  readonly scenario: string;
  /** All of the scenario unless told. */
  readonly check?: string;
  readonly reason: string;
}

/** Failures that nobody has explained, and explanations of what does not fail. */
export function unexplained(scores: Scores, known: readonly KnownFailure[]): readonly string[] {
  const failures = [...scores].flatMap(([scenario, score]) =>
    failuresOf(score).map(([check, message]) => ({ scenario, check, message })),
  );
  const strange = failures.filter((failure) => !known.some((entry) => explains(entry, failure)));
  const stale = known.filter((entry) => !failures.some((failure) => explains(entry, failure)));
  return [
    ...strange.map(({ scenario, check, message }) => `${scenario} ${check}: ${message}`),
    ...stale.map(({ scenario, check = '' }) => `${scenario} ${check}: does not fail any more`),
  ];
}

/** A scenario that checked nothing has shown nothing. */
function failuresOf({ passed, failed }: Score): readonly (readonly [string, string])[] {
  return passed.size + failed.size === 0 ? [['nothing', 'was checked']] : [...failed];
}

function explains(
  entry: KnownFailure,
  failure: { readonly scenario: string; readonly check: string },
): boolean {
  return (
    entry.scenario === failure.scenario &&
    (entry.check === undefined || entry.check === failure.check)
  );
}

const ASKS_NOTHING = 'The kit sends no requests to its clients, so no tool of it can ask for this.';
const NO_INPUT_REQUIRED = 'The kit has no results that ask for input before they are complete.';
const KEEPS_STREAMS =
  'No tool of the kit can end the stream of its own call, as the scenario wants.';
const NO_TASKS = 'The kit does not offer the extension for tasks.';

const failing = (reason: string, checks: Readonly<Record<string, string>>): KnownFailure[] =>
  Object.entries(checks).map(([scenario, check]) => ({ scenario, check, reason }));

/** What was in the protocol before 2025-11-25. */
const asking = failing(ASKS_NOTHING, {
  'tools-call-sampling': 'tools-call-sampling',
  'tools-call-elicitation': 'tools-call-elicitation',
});

const forms = failing(ASKS_NOTHING, {
  'elicitation-sep1034-defaults': 'elicitation-sep1034-general',
  'elicitation-sep1330-enums': 'elicitation-sep1330-general',
});

const polling = failing(KEEPS_STREAMS, { 'server-sse-polling': 'nothing' });

const inputRequired = failing(NO_INPUT_REQUIRED, {
  'server-stateless': 'sep-2575-http-server-no-independent-requests-on-stream',
  'input-required-result-basic-elicitation': 'sep-2322-elicitation-incomplete',
  'input-required-result-basic-list-roots': 'sep-2322-list-roots-incomplete',
  'input-required-result-basic-sampling': 'sep-2322-sampling-incomplete',
  'input-required-result-capability-check': 'sep-2322-respect-client-capabilities',
  'input-required-result-ignore-extra-params': 'sep-2322-ignore-unexpected-params',
  'input-required-result-missing-input-response': 'sep-2322-missing-response-rerequests',
  'input-required-result-multi-round': 'sep-2322-multi-round-r1',
  'input-required-result-multiple-input-requests': 'sep-2322-multiple-inputs-incomplete',
  'input-required-result-non-tool-request': 'sep-2322-non-tool-incomplete',
  'input-required-result-request-state': 'sep-2322-request-state-incomplete',
  'input-required-result-result-type': 'sep-2322-result-type-included',
  'input-required-result-tampered-state': 'sep-2322-reject-tampered-state',
});

const tasks: readonly KnownFailure[] = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-status-notifications',
  'tasks-required-task-error',
  'tasks-mrtr-composition',
].map((scenario) => ({ scenario, reason: NO_TASKS }));

/** What a server on the kit fails in the conformance suite, by revision. */
export const kitKnownFailures = {
  '2025-03-26': [],
  '2025-06-18': asking,
  '2025-11-25': [...asking, ...forms, ...polling],
  '2026-07-28': [...inputRequired, ...tasks],
} as const;

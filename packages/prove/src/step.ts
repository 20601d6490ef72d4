import { Fault } from '@errata/core';
import { judgeAnswer } from './judge/judge-answer.js';
import { judgeForm } from './judge/judge-form.js';
import type { FormResult, MissingField, Result } from './proof.js';
import type { Cell, Provocation, ResultForm, System, World } from './system.js';
import type { Answer } from './wire/wire.js';

/** What became of a step. */
export interface StepResult {
  readonly result: Result | FormResult;
  readonly missingFields?: readonly MissingField[];
}

/** One thing to do in the world of a cell, and what it is held against. */
export interface Step<W> {
  /** Steps of one lane are done one after the other. */
  readonly lane: string;
  /** Why it cannot be done; undefined if it can. */
  impossible(): string | undefined;
  act(world: W): Promise<Answer>;
  judge(answer: Answer): StepResult;
  /** What is said of it where there is no answer to judge. */
  unanswered(outcome: 'impossible' | 'missed', why: string): StepResult;
}

/** To provoke a failure. */
export function createProvocationStep<W extends World>(
  { contract }: System<W>,
  cell: Cell,
  provocation: Provocation<W>,
): Step<W> {
  const { reason, variant, cause } = provocation;
  const named = { reason, ...(variant !== undefined && { variant }) };
  const definition = contract.catalog.definition(reason)!;
  const number = contract.number(new Fault(definition, {}), cell.era);
  const tell = (outcome: Result['outcome'], why: string, code = number): StepResult => ({
    result: { ...named, code, ...cell, outcome, why },
  });
  return {
    lane: provocation.lane ?? 'main',
    impossible: () => provocation.impossible?.(cell),
    act: (world) => provocation.provoke(world, cell),
    judge(answer) {
      const verdict = judgeAnswer(answer, provocation, contract, cell);
      const reply = answer.text;
      if (!verdict.provoked) return { result: { ...tell('missed', verdict.why).result, reply } };
      const missingFields = verdict.missing.map((field) => ({ ...named, ...cell, field }));
      const { result } = tell('provoked', cause, verdict.code);
      return { result: { ...result, reply }, missingFields };
    },
    unanswered: tell,
  };
}

/** To show a declared result. */
export function createFormStep<W extends World>(
  { contract }: System<W>,
  cell: Cell,
  form: ResultForm<W>,
): Step<W> {
  const tell = (outcome: FormResult['outcome'], why: string): StepResult => ({
    result: { name: form.name, ...cell, outcome, why },
  });
  return {
    lane: 'main',
    impossible: () => form.impossible?.(cell),
    act: (world) => form.show(world, cell),
    judge(answer) {
      const wrong = judgeForm(answer, form, contract, cell.era);
      return wrong === undefined ? tell('shown', form.cause) : tell('missed', wrong);
    },
    unanswered: tell,
  };
}

import type { Era } from '@errata/core';
import type { Cell, ToolFailureForm } from './system.js';

export type ProvocationOutcome = 'provoked' | 'impossible' | 'missed';

/** What became of one provocation in one cell. */
export interface Result extends Cell {
  readonly reason: string;
  readonly variant?: string;
  /** The number of the reason in the era; of a failure that was provoked, the number that came. */
  readonly code: number;
  readonly outcome: ProvocationOutcome;
  /** The cause of what was provoked, why it is impossible, or what came in its place. */
  readonly why: string;
  /** The reply that came over the wire, byte for byte, where one came. */
  readonly reply?: string;
}

export type FormOutcome = 'shown' | 'impossible' | 'missed';

/** What became of one result form in one cell. */
export interface FormResult extends Cell {
  readonly name: string;
  readonly outcome: FormOutcome;
  /** The cause of what was shown, why it is impossible, or what came in its place. */
  readonly why: string;
}

/** A failure that was sent and that the contract does not know in this era. */
export interface Undeclared extends Cell {
  /** Null if what was sent has no number: a text that is not JSON, a failed tool without facts. */
  readonly code: number | null;
  readonly reason?: string;
}

/** A member that a failure should have had. */
export interface MissingField extends Cell {
  readonly reason: string;
  readonly variant?: string;
  readonly field: string;
}

/** A world that did not end as it should. */
export interface Unclosed extends Cell {
  readonly why: string;
}

/** How far a stopped proof came. */
export interface Stopped {
  readonly done: number;
  readonly total: number;
}

/** Which declared failures a system was made to send, and what else it sent. */
export interface Proof {
  readonly system: string;
  /** How many reasons were to be provoked. */
  readonly declared: number;
  /** How many of them were, in at least one cell. */
  readonly provoked: number;
  /** Of a proof that was stopped, only what was done until then. */
  readonly results: readonly Result[];
  /** How many result forms were to be shown. */
  readonly formsDeclared: number;
  /** How many of them were, in at least one cell. */
  readonly formsShown: number;
  readonly forms: readonly FormResult[];
  readonly undeclared: readonly Undeclared[];
  readonly missingFields: readonly MissingField[];
  readonly unclosed: readonly Unclosed[];
  readonly transports: readonly string[];
  readonly eras: readonly Era[];
  /** The form of tool failures that the servers were started with, where one was chosen. */
  readonly toolFailures?: ToolFailureForm;
  /** There only if it ended before everything was tried. */
  readonly stopped?: Stopped;
  /** Everything was tried, nothing was missed, nothing undeclared was sent, no field was missing, and each reason and each form was seen somewhere. */
  readonly complete: boolean;
}

import { createRedactor, type Effect, type Redactor, type Strategy } from '../fault/index.js';
import type { ShapeView } from './shape.js';

/** How much of a fault each reader is given. */
export interface Budget {
  /** The first line of a tool failure, in tokens. */
  readonly firstLineTokens: number;
  /** The limit of the whole text for a model, in tokens. */
  readonly textTokens: number;
  /** The JSON of an error object, in bytes. No literal payload of the known contracts comes near it. */
  readonly dataBytes: number;
}

export const DEFAULT_BUDGET: Budget = { firstLineTokens: 60, textTokens: 200, dataBytes: 8192 };

/** Everything that rendering depends on besides fault and contract. */
export interface View extends ShapeView {
  readonly redactor: Redactor;
  readonly budget: Budget;
}

export interface ViewOptions extends ShapeView {
  readonly redactor?: Redactor;
  readonly budget?: Partial<Budget>;
}

/** A view with the default redactor and budget, to render without a server. */
export function createView({ redactor, budget, ...rest }: ViewOptions): View {
  return {
    ...rest,
    redactor: redactor ?? createRedactor(),
    budget: { ...DEFAULT_BUDGET, ...budget },
  };
}

/** The fixed words of the text that a model reads: `REASON: details. Effect. Next: advice. ref=corr-…` */
export interface ToolWords {
  /** What ends a sentence that has no end of its own. */
  readonly stop: string;
  /** What the failed call did. */
  readonly effects: Readonly<Record<Effect, string>>;
  /** The text before the advice. */
  readonly next: string;
  /** The advice for a failure that passes. */
  retry(seconds: number | undefined): string;
  /** The advice where neither fault nor contract has one. */
  readonly advice: Readonly<Record<Strategy, string>>;
  /** Before advice to call again, if the effect is unknown: the call may have been done. */
  checkFirst(advice: string): string;
  /** The advice for an unexpected failure, whose text says nothing of the cause. */
  readonly unexpected: string;
}

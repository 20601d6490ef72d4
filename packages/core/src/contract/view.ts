import { createRedactor, type Redactor } from '../fault/index.js';
import type { ShapeView } from './shape.js';

/** How much of a fault each reader is given. */
export interface Budget {
  /** The first line of a tool failure, in tokens. */
  readonly firstLineTokens: number;
  /** All that a model is shown, in tokens. */
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

/** A view with the usual redactor and budget, for whoever renders without a server. */
export function createView({ redactor, budget, ...rest }: ViewOptions): View {
  return {
    ...rest,
    redactor: redactor ?? createRedactor(),
    budget: { ...DEFAULT_BUDGET, ...budget },
  };
}

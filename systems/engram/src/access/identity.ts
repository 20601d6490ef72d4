/** Who a connection says it is. */
export interface Identity {
  /** Undefined where it says nothing. */
  readonly user: string | undefined;
  /** Whether it may name another actor in a call: whoever has a token of their own may not. */
  readonly speaksForOthers: boolean;
  /** Whether its user may change governance, whatever the logbook says: the files are theirs anyway. */
  readonly owner?: boolean;
}

/** A connection that says nothing and may name nobody: all its calls are refused. */
export const NOBODY: Identity = { user: undefined, speaksForOthers: false };

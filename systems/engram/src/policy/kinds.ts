/** What a memory can be. */
export const KINDS = ['FACT', 'PROCEDURE', 'PITFALL', 'DECISION', 'REVIEW_GUIDE'] as const;

export type Kind = (typeof KINDS)[number];

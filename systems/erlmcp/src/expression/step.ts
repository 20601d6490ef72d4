/** The operators of two numbers. */
export type Operator = '+' | '-' | '*' | '/' | '^';

/** One step of a calculation on a stack: push a number, push what a name stands for, or put what is there together. */
export type Step =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'negate' }
  | { readonly kind: 'operator'; readonly operator: Operator };

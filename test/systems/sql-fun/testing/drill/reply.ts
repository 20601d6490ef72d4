/** An answer as it came over the wire. */
export interface Reply {
  readonly id: number | string | null;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: ReplyError;
}

export interface ReplyError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The numbers of the catalog. */
const DECLARED = [
  ...[-32000, -32010, -32020, -32021, -32030, -32031, -32032, -32033, -32034],
  ...[-32040, -32050, -32051, -32052, -32053],
];

/** Whether it is one of them, and says of what kind of thing and of which it speaks. */
export function isDeclared({ code, data }: ReplyError): boolean {
  return (
    DECLARED.includes(code) &&
    typeof data?.['target'] === 'string' &&
    typeof data['name'] === 'string'
  );
}

/** The first problem of what analyze_query answered. */
export function firstProblem({ result }: Reply): Readonly<Record<string, unknown>> | undefined {
  const statements = (result?.['statements'] ?? []) as readonly { problems: readonly object[] }[];
  return statements.flatMap(({ problems }) => problems)[0] as Record<string, unknown> | undefined;
}

/** A server to be judged, as the user named it. */
export type Target =
  | {
      readonly kind: 'stdio';
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
    }
  | { readonly kind: 'http'; readonly name: string; readonly url: string }
  | { readonly kind: 'tcp'; readonly name: string; readonly host: string; readonly port: number };

/** What is wrong with a target, as one sentence. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

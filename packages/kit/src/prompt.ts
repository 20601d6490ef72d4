import type { Content } from './content.js';
import type { Context } from './context.js';
import type { Complete } from './resource.js';

/** An argument of a prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly complete?: Complete;
}

/** One message of a prompt. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: Content;
}

/** A prompt as its author writes it. */
export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
  messages(
    args: Readonly<Record<string, string>>,
    context: Context,
  ): string | readonly PromptMessage[] | Promise<string | readonly PromptMessage[]>;
}

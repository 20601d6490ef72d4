import type { User } from '../access/user.js';
import type { Services } from '../services.js';

/** What a prompt works with beside its arguments. */
export interface PromptContext extends Services {
  readonly user: User;
}

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

export interface PromptMessage {
  readonly role: 'user';
  readonly content: { readonly type: 'text'; readonly text: string };
}

export type PromptArguments = Readonly<Record<string, string>>;

/** A common job in words: which tools to call in which order, and where to stop. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Throws INVALID_PARAMS where an argument is missing or makes no sense. */
  messages(args: PromptArguments, context: PromptContext): readonly PromptMessage[];
}

/** The one message that most prompts are: the job, and its steps in order. */
export function instruct(job: string, steps: readonly string[], stop: string): PromptMessage[] {
  const numbered = steps.map((step, index) => `${index + 1}. ${step}`);
  const text = [job, '', ...numbered, '', `Stop: ${stop}`].join('\n');
  return [{ role: 'user', content: { type: 'text', text } }];
}

import { erlmcp } from '@errata/catalogs/erlmcp';
import type { Prompt, PromptArgument } from '../prompt.js';
import type { Listed } from './pages.js';

/** A prompt that is offered. */
export interface PromptEntry extends Listed {
  readonly prompt: Prompt;
}

/** Hold a prompt to the rules. */
export function createPromptEntry(prompt: Prompt): PromptEntry {
  const { name, title, description, arguments: args } = prompt;
  if (typeof name !== 'string' || name === '') {
    throw erlmcp.VALIDATION_FAILED({ details: 'name: has to be a text' });
  }
  return {
    key: name,
    prompt,
    listed: {
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(args && { arguments: args.map(toListed) }),
    },
  };
}

function toListed({ name, title, description, required }: PromptArgument): object {
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
  };
}

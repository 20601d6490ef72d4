import { routeros } from '@errata/catalogs/routeros';
import type { User } from '../access/user.js';
import { DEVICE_ID } from '../registry/device.js';
import type { Services } from '../services.js';

/** What a prompt works with beside its arguments. */
export interface PromptContext extends Pick<Services, 'settings'> {
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

/**
 * A common job in words: which tools to call in which order, and where to stop. In its texts `{target}` is the argument, and
 * `{environment}` and `{role}` those of the call; `{?target:…}` is there only with the argument, `{!target:…}` only without.
 */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Two optional arguments of which one has to be given. */
  readonly either?: readonly [PromptArgument, PromptArgument];
  readonly job: string;
  readonly steps: readonly string[];
  readonly stop: string;
}

/** The argument that names a device, as all prompts have it. */
export const DEVICE_ARGUMENT: PromptArgument = {
  name: 'device_id',
  description: 'Device ID from the registry (registry/list shows them)',
  required: true,
};

/** What `prompts/get` answers. Throws INVALID_PARAMS where an argument is missing or makes no sense. */
export function renderPrompt(
  prompt: Prompt,
  given: PromptArguments,
  { settings, user }: PromptContext,
): readonly PromptMessage[] {
  const values = new Map([
    ['environment', settings.environment as string],
    ['role', user.role],
    ...readArguments(prompt, given),
  ]);
  const numbered = prompt.steps.map((step, index) => `${index + 1}. ${step}`);
  const template = [prompt.job, '', ...numbered, '', `Stop: ${prompt.stop}`].join('\n');
  return [{ role: 'user', content: { type: 'text', text: fill(template, values) } }];
}

const CONDITION = /\{([?!])(\w+):((?:[^{}]|\{\w+\})*)\}/g;

/** Conditions first and values last: what a caller gave is never read as part of the template. */
function fill(template: string, values: ReadonlyMap<string, string>): string {
  const chosen = template.replace(CONDITION, (_, kind, name, text) =>
    values.has(name as string) === (kind === '?') ? (text as string) : '',
  );
  if (chosen !== template) return fill(chosen, values);
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
}

function readArguments(prompt: Prompt, given: PromptArguments): [string, string][] {
  const { either, arguments: all } = prompt;
  const optionalFirst = all.toSorted((a, b) => Number(a.required) - Number(b.required));
  const read = optionalFirst.flatMap((argument): [string, string][] => {
    const value = readArgument(given, argument);
    return value === undefined ? [] : [[argument.name, value]];
  });
  if (either !== undefined && !read.some(([name]) => either.some((one) => one.name === name))) {
    const [one, other] = either;
    throw routeros.INVALID_PARAMS(
      { field: one.name, expected: `${one.description}; or ${other.name}, or both` },
      { details: `One of '${one.name}' and '${other.name}' is required` },
    );
  }
  return read;
}

const LONGEST = 200;
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What the caller gave for an argument; undefined where it is optional and was left out. */
function readArgument(args: PromptArguments, argument: PromptArgument): string | undefined {
  const { name, description, required } = argument;
  const value = Object.hasOwn(args, name) ? args[name]?.trim() : undefined;
  if (value === undefined || value === '') {
    if (!required) return undefined;
    throw routeros.INVALID_PARAMS(
      { field: name, expected: description },
      { details: `Required argument '${name}' is missing` },
    );
  }
  // It becomes part of an instruction: one line, and not a second instruction.
  if (value.length > LONGEST || UNFIT.test(value)) {
    throw routeros.INVALID_PARAMS(
      { field: name, expected: `${description}, on one line of at most ${LONGEST} characters` },
      { details: `Argument '${name}' is too long or has more than one line` },
    );
  }
  // It is not looked up: the tools that the prompt names do that, and say what is wrong with it.
  if (argument === DEVICE_ARGUMENT && !DEVICE_ID.test(value)) {
    throw routeros.INVALID_PARAMS({ field: name, value, expected: description });
  }
  return value;
}

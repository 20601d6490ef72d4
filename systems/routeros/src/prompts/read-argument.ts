import { routeros } from '@errata/catalogs/routeros';
import { DEVICE_ID } from '../registry/device.js';
import type { PromptArgument, PromptArguments } from './prompt.js';

const LONGEST = 200;
const UNFIT = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** What the caller gave for an argument; undefined where it is optional and was left out. */
export function readArgument(
  args: PromptArguments,
  { name, description, required }: PromptArgument,
): string | undefined {
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
  return value;
}

/** The same for an argument that has to be there. */
export function requireArgument(args: PromptArguments, argument: PromptArgument): string {
  return readArgument(args, { ...argument, required: true }) ?? '';
}

/** The argument that names a device, as all prompts have it. */
export const DEVICE_ARGUMENT: PromptArgument = {
  name: 'device_id',
  description: 'Device ID from the registry (registry/list shows them)',
  required: true,
};

/** The id of a device. It is not looked up: the tools that the prompt names do that, and say what is wrong with it. */
export function requireDeviceId(args: PromptArguments): string {
  const id = requireArgument(args, DEVICE_ARGUMENT);
  if (DEVICE_ID.test(id)) return id;
  throw routeros.INVALID_PARAMS({
    field: DEVICE_ARGUMENT.name,
    value: id,
    expected: DEVICE_ARGUMENT.description,
  });
}

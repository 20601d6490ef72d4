import { instruct, type Prompt, type PromptArgument } from './prompt.js';
import { DEVICE_ARGUMENT, requireArgument, requireDeviceId } from './read-argument.js';

const TOOL: PromptArgument = {
  name: 'tool',
  description: 'The tool that was refused, such as dns/update-servers',
  required: true,
};

/** A write was refused: by which rule, and who can lift it. */
export const fixADeniedWrite: Prompt = {
  name: 'fix-a-denied-write',
  title: 'Fix a denied write',
  description:
    'A tool was refused with FORBIDDEN or UNSAFE_OPERATION: find the rule and the way on.',
  arguments: [DEVICE_ARGUMENT, TOOL],
  messages(args, { settings, user }) {
    const id = requireDeviceId(args);
    const tool = requireArgument(args, TOOL);
    return instruct(
      `The tool "${tool}" was refused on the router ${id}. Find out why and what would have to change. The service works in the ${settings.environment} environment; the role of this user is ${user.role}.`,
      [
        'Read the data of the refusal again: required_flag, tool_tier, user_role, device_environment and safety_rule tell which rule it was.',
        `Call registry/get with device_id "${id}" and compare: the flags of the device, and its environment.`,
        'If required_flag is named: explain what the flag opens, and ask whether it should be on for this device. Only after a clear yes, and only as an admin, call registry/update with that one flag; an approver or operator has to ask an admin. Then call the refused tool once more.',
        'If device_environment differs from service_environment: nothing can be switched on. The device has to be worked on through the service of its own environment.',
        'If user_role is named: somebody with a higher role has to make the call.',
        'If the reason is UNSAFE_OPERATION: the rule stands for everybody. Propose a change that does not touch what it protects (another address, an mcp-* list, a plan), and do not look for a way around it.',
      ],
      'after the refused tool was called once more, whatever it answers. Never switch on more than the one flag, and offer to switch it off again after the work.',
    );
  },
};

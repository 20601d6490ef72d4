import { instruct, type Prompt, type PromptArgument } from './prompt.js';
import { DEVICE_ARGUMENT, readArgument, requireDeviceId } from './read-argument.js';

const TARGET: PromptArgument = {
  name: 'target',
  description: 'IP address or host name that cannot be reached through the device',
  required: false,
};

/** Why something cannot be reached: the device itself, or a target behind it. */
export const troubleshootConnectivity: Prompt = {
  name: 'troubleshoot-connectivity',
  title: 'Troubleshoot connectivity',
  description:
    'Find out why a device, or a target behind it, cannot be reached. Reads only; proposes, does not change.',
  arguments: [DEVICE_ARGUMENT, TARGET],
  messages(args) {
    const target = readArgument(args, TARGET);
    const id = requireDeviceId(args);
    const device = `device_id "${id}"`;
    const job =
      target === undefined
        ? `Find out why the router ${id} has connectivity trouble.`
        : `Find out why "${target}" cannot be reached through the router ${id}.`;
    return instruct(
      job,
      [
        `Call registry/check-connectivity with ${device}. If it says reachable: false, report its reason and details and go no further: every other tool needs the device.`,
        `Call system/get-overview and interface/list with ${device}. Look for a restart, a busy CPU, and interfaces that are enabled but not running.`,
        `Call ip/list-addresses and routing/list (active_only: true${target === undefined ? '' : ', dst: the target if it is an IPv4 address'}) with ${device}. There should be an active route that covers the target.`,
        target === undefined
          ? `Call tool/ping with ${device} and the gateway of the default route as address.`
          : `Call tool/ping with ${device} and address "${target}". If replies are lost, call tool/traceroute with the same address and name the last hop that answers.`,
        `Call firewall/list-rules and firewall/list-nat with ${device}. Name the first enabled rule that would drop the traffic, by its id.`,
        `Call log/get-recent with ${device} and look for messages about the interfaces and addresses found so far.`,
      ],
      'as soon as one step explains the trouble, or after the last one. Answer with the cause, the facts that show it, and one proposal. ' +
        'Change nothing. On RATE_LIMITED wait for retry_after; do not repeat a call that failed for another reason.',
    );
  },
};

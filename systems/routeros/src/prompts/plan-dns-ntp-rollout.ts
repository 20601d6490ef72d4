import { instruct, type Prompt, type PromptArgument } from './prompt.js';
import { readArgument } from './read-argument.js';
import { routeros } from '@errata/catalogs/routeros';

const DNS: PromptArgument = {
  name: 'dns_servers',
  description: 'IP addresses of the DNS servers, separated by commas',
  required: false,
};
const NTP: PromptArgument = {
  name: 'ntp_servers',
  description: 'Addresses or names of the NTP servers, separated by commas',
  required: false,
};
const TAG: PromptArgument = {
  name: 'tag',
  description: 'Only the devices with this tag; all of the environment if it is left out',
  required: false,
};

/** The same DNS and NTP servers for many devices, through a plan that somebody approves. */
export const planDnsNtpRollout: Prompt = {
  name: 'plan-dns-ntp-rollout',
  title: 'Plan a DNS and NTP rollout',
  description:
    'Draft a plan that gives many devices the same DNS and NTP servers, have it approved, apply it.',
  arguments: [DNS, NTP, TAG],
  messages(args, context) {
    const dns = readArgument(args, DNS);
    const ntp = readArgument(args, NTP);
    const tag = readArgument(args, TAG);
    if (dns === undefined && ntp === undefined) {
      throw routeros.INVALID_PARAMS(
        { field: DNS.name, expected: `${DNS.description}; or ${NTP.name}, or both` },
        { details: `One of '${DNS.name}' and '${NTP.name}' is required` },
      );
    }
    const { environment } = context.settings;
    const change = [
      ...(dns === undefined ? [] : [`dns_servers from "${dns}"`]),
      ...(ntp === undefined ? [] : [`ntp_servers from "${ntp}"`]),
    ].join(' and ');
    return instruct(
      `Roll out ${change} to the routers of the ${environment} environment${tag === undefined ? '' : ` with the tag "${tag}"`}.`,
      [
        `Call registry/list with environment "${environment}"${tag === undefined ? '' : `, tag "${tag}"`} and filter "allow_professional_workflows=true". Tell which devices of the environment are left out because the flag is off.`,
        'Call registry/check-connectivity for each of them, and dns/get-status and system/get-ntp-status for those that answer. Leave out devices that have the servers already or do not answer, and say so.',
        `Show the list of devices and the change, and ask for consent. Then call plan/create with kind "dns-ntp-rollout", a description, the device_ids (at most 50 in one plan) and change: ${change}, each as a list.`,
        'Tell the plan_id and when it expires. Somebody else has to approve it with plan/approve, unless the service has a single user; the approval_token comes from there.',
        'With the token, call plan/apply once. Progress tells which device is being changed.',
        'Call plan/get and report what became of every device.',
      ],
      'before plan/create without consent, and before plan/apply without an approval_token. If plan/apply fails, do not call it again: call plan/get, report which devices were changed and taken back, and ask. ' +
        'PLAN_EXPIRED means that a new plan is needed.',
    );
  },
};

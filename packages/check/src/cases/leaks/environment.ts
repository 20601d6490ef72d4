import { kept, notObserved, violated, type Case, type Outcome } from '../../case.js';
import type { Probe } from '../../probe.js';
import { MCP, PLAIN } from '../eras.js';
import { adviceLink, mcpLink } from '../links.js';
import { failuresIn } from './failures.js';

const ABOUT = {
  group: 'leaks',
  requirement: 'No failure tells what is in the environment of the server.',
  fix: 'Do not put the environment, the configuration or the message of an unknown exception into answers.',
  when: 'last',
  run: lookForSecrets,
} as const;

export const noEnvironment: Case = {
  ...ABOUT,
  id: 'errata/leaks/environment',
  link: mcpLink('tools', '2025-11-25', 'security-considerations'),
  keyword: 'MUST',
  eras: MCP,
};

export const noEnvironmentInPlain: Case = {
  ...ABOUT,
  id: 'errata/leaks/environment-plain',
  link: adviceLink('leaks'),
  keyword: 'SHOULD',
  eras: PLAIN,
};

function lookForSecrets(probe: Probe): Outcome {
  const secrets = probe.canaries.environment;
  if (secrets.length === 0)
    return notObserved('the server was not started here: it has no secret of ours');
  const failures = failuresIn(probe);
  if (failures.length === 0) return notObserved('nothing failed in this run');
  const leak = failures.find(({ text }) => secrets.some((secret) => text.includes(secret)));
  if (leak === undefined) return kept;
  return violated('a failure shows a secret that was put into the environment', leak.exchange);
}

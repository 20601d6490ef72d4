const OPEN = {
  allow_advanced_writes: true,
  allow_professional_workflows: true,
  allow_firewall_writes: true,
  allow_routing_writes: true,
} as const;

/** One router for each way to fail, so that they do not affect each other. */
export const FLEET = {
  'dev-lab-01': {},
  'dev-open-01': OPEN,
  'dev-prod-01': { environment: 'prod' },
  'dev-slow-01': {},
  'dev-down-01': {},
  'dev-certificate-01': {},
  'dev-password-01': {},
  'dev-broken-01': {},
  'dev-old-01': {},
  'dev-bare-01': {},
  'dev-pinged-01': {},
  'dev-big-01': {},
  'dev-interface-01': OPEN,
  'dev-deaf-01': OPEN,
} as const satisfies Readonly<Record<string, object>>;

export type DeviceName = keyof typeof FLEET;

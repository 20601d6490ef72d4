import type { FaultCounter } from '@errata/observe';
import type { Fleet } from './device/fleet.js';
import type { Plans } from './plans/plan.js';
import type { AuditLog } from './registry/audit-log.js';
import type { DeviceRegistry } from './registry/create-registry.js';
import type { RouterosSettings } from './settings/resolve-options.js';

export interface ErrorRates extends Pick<FaultCounter, 'snapshot'> {
  readonly since: string;
}

/** What every tool, resource and prompt works with. */
export interface RouterosServices {
  readonly settings: RouterosSettings;
  readonly registry: DeviceRegistry;
  readonly audit: AuditLog;
  readonly fleet: Fleet;
  readonly plans: Plans;
  /** What was called and what failed since the service started. */
  readonly errors: ErrorRates;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

import type { Fleet } from './device/fleet.js';
import type { Plans } from './plans/plans.js';
import type { AuditLog } from './registry/audit-log.js';
import type { Registry } from './registry/registry.js';
import type { Settings } from './settings/settings.js';

/** What every tool, resource and prompt works with. */
export interface Services {
  readonly settings: Settings;
  readonly registry: Registry;
  readonly audit: AuditLog;
  readonly fleet: Fleet;
  readonly plans: Plans;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

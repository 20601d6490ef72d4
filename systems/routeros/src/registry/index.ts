export type { AuditEntry, AuditEvent, AuditLog } from './audit-log.js';
export { countCredentials } from './count-credentials.js';
export { createAuditLog, type AuditLogOptions } from './create-audit-log.js';
export { createRegistry, type RegistryOptions } from './create-registry.js';
export {
  CAPABILITY_FLAGS,
  DEVICE_DEFAULTS,
  DEVICE_ID,
  ENVIRONMENTS,
  TLS_MODES,
  type CapabilityFlag,
  type Credentials,
  type Device,
  type Environment,
  type TlsMode,
} from './device.js';
export { KEY_VARIABLE, loadKey, type KeySource } from './load-key.js';
export type { DeviceChanges, DeviceFilter, NewDevice, Registry } from './registry.js';
export { createVault, type Vault } from './vault.js';
export { deviceNotFound } from './device-not-found.js';

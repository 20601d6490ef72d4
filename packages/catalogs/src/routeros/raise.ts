import type { FaultOptions } from '@errata/core';
import { routeros } from './catalog.js';
import { createActionableError, createTokenEfficientError } from './create-error.js';
import { deviceNotFoundSuggestions, devicesWithTier } from './general.js';
import { DEFAULT_RETRY_AFTER, ErrorRecoveryStrategy } from './strategy.js';
import { TIER_FLAGS, type GuardedTier } from './tool-tier.js';
import { cut, inSeconds } from './wording.js';

/** Throw NOT_FOUND for a device that is not registered. */
export function raiseDeviceNotFound(deviceId: string, options?: FaultOptions): never {
  throw routeros.NOT_FOUND({ device_id: deviceId, resource_type: 'device' }, options);
}

/** The devices that there are, for the advice. */
export interface AvailableDevices extends FaultOptions {
  readonly availableDevices: readonly string[];
}

/** Throw NOT_FOUND with what to do next; the sentence names five devices at most. */
export function raiseDeviceNotFoundIntentBased(
  deviceId: string,
  { availableDevices, ...options }: AvailableDevices,
): never {
  const listed = availableDevices.slice(0, 5).join(', ') || 'none';
  throw routeros.NOT_FOUND(
    { device_id: deviceId, available_device_count: availableDevices.length },
    {
      message: 'Device Not Found',
      details:
        `Device '${cut(deviceId)}' not found in registry. Available devices: ${listed}. ` +
        'Use registry/list to see all devices, or registry/add to add a new device.',
      suggestions: deviceNotFoundSuggestions(deviceId),
      ...options,
    },
  );
}

/** The tier that was refused, and the flag that would allow it. */
export interface ForbiddenTier extends FaultOptions {
  readonly tier: GuardedTier;
  readonly requiredFlag?: string;
  /** Where the caller may look for another device. */
  readonly environment?: string;
}

/** Throw FORBIDDEN for a device whose flag does not allow the tier. */
export function raiseForbiddenTier(deviceId: string, options: ForbiddenTier): never {
  const { tier, requiredFlag = TIER_FLAGS[tier], environment, ...given } = options;
  throw createActionableError('FORBIDDEN', {
    details: `Device '${deviceId}' does not allow ${tier} tier operations`,
    recoveryStrategy: ErrorRecoveryStrategy.USER_ACTION_REQUIRED,
    context: { device_id: deviceId, tool_tier: tier, required_flag: requiredFlag },
    suggestion: `Enable ${tier} operations by setting device flag '${requiredFlag}=true', or use a different device.`,
    ...(environment !== undefined && {
      alternatives: [devicesWithTier(tier, requiredFlag, environment)],
    }),
    ...given,
  });
}

/** How long the device was waited for. */
export interface ConnectionTimeout extends FaultOptions {
  /** Seconds. */
  readonly timeout: number;
}

/** Throw DEVICE_UNREACHABLE for a device that did not answer in time. */
export function raiseDeviceUnreachable(deviceId: string, options: ConnectionTimeout): never {
  const { timeout, retryAfter = DEFAULT_RETRY_AFTER, ...given } = options;
  throw createActionableError('DEVICE_UNREACHABLE', {
    details: `Connection timeout after ${inSeconds(timeout)}`,
    recoveryStrategy: ErrorRecoveryStrategy.RETRY_WITH_BACKOFF,
    context: { device_id: deviceId, timeout_seconds: timeout, retry_after: retryAfter },
    ...given,
  });
}

/** The value that was refused, and what is expected instead. */
export interface InvalidValue extends FaultOptions {
  readonly value: unknown;
  readonly expected: string;
}

/** Throw VALIDATION_ERROR for one field. */
export function raiseValidationError(field: string, options: InvalidValue): never {
  const { value: invalid, expected, ...given } = options;
  const value = String(invalid);
  throw createActionableError('VALIDATION_ERROR', {
    details: `Invalid value for field '${field}': ${cut(value)}`,
    recoveryStrategy: ErrorRecoveryStrategy.FIX_AND_RETRY,
    context: { field, value, expected },
    suggestion: `Provide a valid ${expected} for field '${field}'`,
    ...given,
  });
}

/** What the device itself answered. */
export interface DeviceAnswer extends FaultOptions {
  readonly routerosError: string;
  /** What the device answered: decides recovery and effect. */
  readonly httpStatus?: number;
}

/** Throw DEVICE_ERROR in few words; the device's whole text is for the operator. */
export function raiseDeviceErrorConcise(deviceId: string, options: DeviceAnswer): never {
  const { routerosError, httpStatus, ...given } = options;
  throw createTokenEfficientError('DEVICE_ERROR', {
    shortDetails: (redact) => `RouterOS error: ${cut(redact(routerosError))}`,
    fullDetails: routerosError,
    context: { device_id: deviceId, ...(httpStatus !== undefined && { http_status: httpStatus }) },
    suggestion: 'Check device configuration or parameters',
    ...given,
  });
}

import type { Device } from '../../registry/device.js';
import type { ToolContext } from '../tool.js';

type Place = Pick<Device, 'id' | 'environment'>;
type Service = Pick<ToolContext, 'settings'>;

/** What to do with a device that can be signed in to from now on. */
export function nextStep(device: Place, service: Service): string {
  const [other] = elsewhere(device, service);
  return other ?? `Next: registry/check-connectivity with device_id=${device.id}`;
}

/** That this service does not work on a device of another environment; nothing for one of its own. */
export function elsewhere({ environment }: Place, { settings }: Service): readonly string[] {
  if (environment === settings.environment) return [];
  return [
    `This service works on ${settings.environment} devices; use the one of environment ${environment} for it.`,
  ];
}

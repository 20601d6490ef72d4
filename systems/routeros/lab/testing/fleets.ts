import { createFleet, type FleetOptions } from '../../src/device/create-fleet.js';
import type { Fleet } from '../../src/device/fleet.js';

export const USERNAME = 'mcp-service';
export const PASSWORD = 'k9#Vq-test-password-7Zx';

export interface TestFleet extends Fleet {
  /** What was told to the registry. */
  readonly versions: string[];
}

/** A fleet whose registry knows one password for all devices. */
export function testFleet(
  options: Partial<Omit<FleetOptions, 'settings'>> & { readonly requestTimeout?: number } = {},
): TestFleet {
  const { requestTimeout = 300_000, ...given } = options;
  const versions: string[] = [];
  const fleet = createFleet({
    registry: {
      credentials: async () => ({ username: USERNAME, password: PASSWORD }),
      noteVersion: async (id, version) => void versions.push(`${id} ${version}`),
    },
    settings: { requestTimeout },
    random: () => 0,
    ...given,
  });
  return { ...fleet, versions };
}

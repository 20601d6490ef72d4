import type { Router } from '../../src/device/fleet.js';
import { openInstance } from './open-lab.js';

/** A process that applies a plan and is killed in the middle: after a device made the change, before it is recorded. */
const [url, planId, token, deviceId] = process.argv.slice(2) as [string, string, string, string];

const { plans, call } = await openInstance({
  url,
  wrap: (fleet) => ({
    connect: (device, options) => {
      const router = fleet.connect(device, options);
      if (device.id !== deviceId) return router;
      const create: Router['create'] = async (menu, row) => {
        const answer = await router.create(menu, row);
        process.kill(process.pid, 'SIGKILL');
        return answer;
      };
      return { ...router, create };
    },
  }),
});
await plans.apply(planId, token, call());

import type { SimulatedDevice } from '@errata/routeros/lab';
import type { Random } from './random.js';

export interface Disturbance {
  /** One router is off before anybody has asked it anything. */
  begin(): Promise<void>;
  /** Something else goes wrong, or is mended. */
  step(): Promise<void>;
}

const FIRST_OFF = 3;

/** Routers that fail by chance all the time, and a hand that switches, mutes and locks some of them. */
export function disturb(
  routers: readonly SimulatedDevice[],
  random: Random,
  onPassword: (router: SimulatedDevice) => void,
): Disturbance {
  for (const [index, router] of routers.entries()) {
    router.setChaos({ rate: 0.12, seed: index + 1, delay: 100 });
  }
  const off = new Set<SimulatedDevice>();
  const switchOff = async (router: SimulatedDevice): Promise<void> => {
    off.add(router);
    await router.stop();
  };
  let count = 0;
  return {
    begin: () => switchOff(routers[FIRST_OFF]!),
    async step() {
      const router = random.pick(routers);
      const way = count++ % 4;
      if (way === 0) router.acceptOnly(true);
      else if (way === 1) {
        router.setPassword(`changed-${count}-${router.password}`);
        onPassword(router);
      } else if (off.delete(router)) await router.start();
      else await switchOff(router);
    },
  };
}

import type { Router } from '../../device/fleet.js';
import { contains, parseCidr } from '../../safety/addresses.js';
import { oneLine } from '../../safety/one-line.js';
import { unsafe } from '../../safety/rules.js';
import { wayToService } from '../../safety/way-to-service.js';
import type { AddressFacts } from './address-facts.js';

/** Throws UNSAFE_OPERATION where the answers of the device to this service go through the network of an address. */
export async function protectWay(router: Router, removed: AddressFacts): Promise<void> {
  const network = parseCidr(removed.address);
  if (network === undefined) return;
  const { gateways, interfaces } = await wayToService(router);
  const onWay =
    gateways.some((gateway) => contains(network, gateway)) ||
    interfaces.includes(removed.interface);
  if (!onWay) return;
  throw unsafe(router.device, 'PROTECT_MANAGEMENT_PATH', {
    interface: removed.interface,
    details: `Cannot remove ${oneLine(removed.address)}: the way from the device to this service goes through it`,
  });
}

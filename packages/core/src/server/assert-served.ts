import { assertContract, type Contract } from '../contract/index.js';
import { ERA_RULES, ERAS, type Era } from '../era/index.js';

/** The era often comes from a negotiation, so it is looked at before the first message and not at the first failure. */
export function assertServed(contract: Contract, era: Era): void {
  assertContract(contract);
  const { catalog } = contract;
  if (!Object.hasOwn(ERA_RULES, era)) {
    throw new TypeError(`there is no era ${JSON.stringify(era)}; there are ${ERAS.join(', ')}`);
  }
  const { eras = ERAS } = catalog.rules;
  if (!eras.includes(era)) {
    throw new TypeError(
      `catalog ${catalog.domain} is not served in ${era}, only in ${eras.join(', ')}`,
    );
  }
}

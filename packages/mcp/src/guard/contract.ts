import { defaultContract, withMcp } from '@errata/catalogs/mcp';
import { declaredContext, FAULT_META_KEY, factsOf, type ShapeView } from '@errata/core/internal';
import type { Contract, Fault } from '@errata/core';
import { SDK_DOMAIN } from './sdk-error.js';

/** The contract as guard applies it: what the SDK's own exceptions say passes, because their thrower means it to be seen. */
export function withSdk(given: Contract = defaultContract): Contract {
  const contract = withMcp(given);
  return {
    ...contract,
    adopt: (fault) => (fault.domain === SDK_DOMAIN ? fault : contract.adopt(fault)),
    data: (fault, view) =>
      fault.domain === SDK_DOMAIN ? thrownData(fault, contract, view) : contract.data(fault, view),
  };
}

/** What the thrower gave stays where it was; the facts are beside it. */
function thrownData(fault: Fault, contract: Contract, view: ShapeView): object {
  const facts = factsOf(fault, contract.number(fault, view.era), undefined);
  return { ...declaredContext(fault), [FAULT_META_KEY]: facts };
}

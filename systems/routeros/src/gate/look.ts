import { Fault, isFault, type Redactor } from '@errata/core';
import type { User } from '../access/user.js';
import {
  findResource,
  RESOURCES,
  type ListedResource,
  type ResourceText,
} from '../resources/resources.js';
import type { Services } from '../services.js';
import { createLookContext } from './create-context.js';
import { isDenial } from './gate.js';

/** Who looks, and until when. */
export interface Looker {
  readonly user: User;
  readonly signal: AbortSignal;
}

/** The way to what can be read beside the tools. Denials are recorded as those of tools are. */
export interface Look {
  list(looker: Looker): Promise<readonly ListedResource[]>;
  read(uri: string, looker: Looker): Promise<ResourceText>;
}

export function createLook(services: Services, redactor: Redactor): Look {
  const contextFor = ({ user, signal }: Looker) => createLookContext(services, user, signal);
  return {
    async list(looker) {
      const context = contextFor(looker);
      const listed = await Promise.all(RESOURCES.map((each) => each.list?.(context) ?? []));
      return listed.flat();
    },
    async read(uri, looker) {
      try {
        const { text, mimeType } = await findResource(uri).read(uri, contextFor(looker));
        return { text: redactor.redact(text), mimeType };
      } catch (thrown) {
        if (isDenial(thrown) && isFault(thrown)) {
          const { reason, ref, details } = thrown;
          const event = { action: `resources/read ${uri.slice(0, 100)}`, actor: looker.user.id };
          await services.audit
            .record({ ...event, outcome: 'denied', reason, ref, detail: details })
            .catch(() => undefined);
        }
        throw isFault(thrown) && thrown.reason === 'NOT_FOUND' ? withUri(thrown, uri) : thrown;
      }
    },
  };
}

/** What is not there was asked for by its URI, whatever it would have been. */
function withUri(fault: Fault, uri: string): Fault {
  return new Fault(fault.definition, { ...fault.context, uri }, { ...fault.given, ref: fault.ref });
}

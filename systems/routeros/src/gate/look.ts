import { Fault, isFault, type Redactor } from '@errata/core';
import { forbidRole, mayCall } from '../access/permissions.js';
import type { User } from '../access/user.js';
import {
  findResource,
  RESOURCES,
  type ResourceContext,
  type ResourceListing,
  type ResourceText,
} from '../resources/resources.js';
import type { RouterosServices } from '../services.js';
import { createContext } from './create-context.js';
import { isDenial } from './gate.js';

/** What reading a resource counts as: a look at a device. */
const LOOKING = { name: 'resources/read', tier: 'fundamental' } as const;

/** Who looks, and until when. */
export interface Looker {
  readonly user: User;
  readonly signal: AbortSignal;
}

export type Look = ReturnType<typeof createLook>;

/** The way to what can be read beside the tools. Denials are recorded as those of tools are. */
export function createLook(services: RouterosServices, redactor: Redactor) {
  /** A role without tools of the lowest tier sees no device. */
  const contextFor = ({ user, signal }: Looker): ResourceContext => {
    const context = createContext(services, { user, signal, progress: () => undefined }, LOOKING);
    return {
      ...context,
      async admit(deviceId) {
        if (!mayCall(user, LOOKING)) throw forbidRole(user, LOOKING);
        return context.admit(deviceId);
      },
    };
  };
  return {
    async list(looker: Looker): Promise<readonly ResourceListing[]> {
      const context = contextFor(looker);
      const listed = await Promise.all(RESOURCES.map((each) => each.list?.(context) ?? []));
      return listed.flat();
    },
    async read(uri: string, looker: Looker): Promise<ResourceText> {
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

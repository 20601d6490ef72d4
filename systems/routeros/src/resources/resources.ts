import { routeros } from '@errata/catalogs/routeros';
import { forbidRole, inReach, mayCall } from '../access/permissions.js';
import type { Role, User } from '../access/user.js';
import type { AuditEntry } from '../registry/audit-log.js';
import { DEVICE_ID, type Device } from '../registry/device.js';
import { oneLine } from '../safety/addresses.js';
import type { RouterosServices } from '../services.js';
import { isVisible, requireVisible } from '../tools/show-plan.js';
import { getOverview } from '../tools/system.js';

/** What a resource works with. */
export interface ResourceContext extends RouterosServices {
  readonly user: User;
  readonly signal?: AbortSignal;
  /** The device by its id, if the user may read it. Throws NOT_FOUND or FORBIDDEN. */
  admit(deviceId: string): Promise<Device>;
}

export interface ResourceListing {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
}

export interface ResourceText {
  readonly text: string;
  readonly mimeType: string;
}

/** Something that can be read under a URI: one URI, or all that fit a template. */
interface Resource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'application/json';
  readonly uri?: string;
  readonly uriTemplate?: string;
  /** Whether a URI is one of these, before it is looked up. */
  matches(uri: string): boolean;
  /** Those that the user may read, where there are several. */
  list?(context: ResourceContext): Promise<readonly ResourceListing[]>;
  /** Throws NOT_FOUND or FORBIDDEN, as the tools do. */
  read(uri: string, context: ResourceContext): Promise<ResourceText>;
}

/** Facts as the text of a resource. */
function asJson(facts: unknown): ResourceText {
  return { text: JSON.stringify(facts), mimeType: 'application/json' };
}

/** The failure for a URI that names nothing here. */
function resourceNotFound(uri: string) {
  return routeros.NOT_FOUND(
    { uri, resource_type: 'resource' },
    { suggestion: 'Use resources/list to see what can be read' },
  );
}

const OVERVIEW_URI = /^device:\/\/([^/?#]+)\/overview$/;

/** What a device is, and how it is doing: the facts of system/get-overview, for users who may call it. */
const deviceOverview: Resource = {
  name: 'device-overview',
  title: 'Device overview',
  description:
    'Identity, RouterOS version, uptime, CPU and memory of a device, as system/get-overview tells them.',
  mimeType: 'application/json',
  uriTemplate: 'device://{id}/overview',
  matches: (uri) => deviceOf(uri) !== undefined,
  async list({ registry, settings, user }) {
    if (!mayCall(user, getOverview)) return [];
    const devices = await registry.list({ environment: settings.environment });
    return devices
      .filter(({ id }) => inReach(user, id))
      .map(({ id, name }) => ({
        uri: `device://${id}/overview`,
        name: `${id}-overview`,
        title: `Overview of ${oneLine(name)}`,
      }));
  },
  async read(uri, context) {
    const id = deviceOf(uri);
    if (id === undefined) throw resourceNotFound(uri);
    if (!mayCall(context.user, getOverview)) throw forbidRole(context.user, getOverview);
    const device = await context.admit(id);
    const { signal = new AbortController().signal } = context;
    const router = context.fleet.connect(device, { signal });
    const { facts } = await getOverview.run(
      { device_id: id },
      { ...context, signal, device, router, progress: () => {} },
    );
    return asJson(facts);
  },
};

function deviceOf(uri: string): string | undefined {
  const id = OVERVIEW_URI.exec(uri)?.[1];
  return id !== undefined && DEVICE_ID.test(id) ? id : undefined;
}

const PLAN_URI = /^plan:\/\/([A-Za-z0-9-]{1,64})$/;
const LISTED_PLANS = 50;

/** A plan with its outcome on every device, for users who may see it with plan/get. */
const planResource: Resource = {
  name: 'plan',
  title: 'Plan',
  description: 'A plan as plan/get tells it: the wanted change, its status, and every device.',
  mimeType: 'application/json',
  uriTemplate: 'plan://{id}',
  matches: (uri) => PLAN_URI.test(uri),
  async list({ plans, user }) {
    const newest = await plans.list({ limit: LISTED_PLANS });
    return newest
      .filter((plan) => isVisible(plan, user))
      .map(({ plan_id: id, kind, status }) => ({
        uri: `plan://${id}`,
        name: id,
        title: `Plan ${id} (${kind}, ${status})`,
      }));
  },
  async read(uri, { plans, user }) {
    const id = PLAN_URI.exec(uri)?.[1];
    if (id === undefined) throw resourceNotFound(uri);
    const plan = await plans.get(id);
    requireVisible(plan, user);
    return asJson(plan);
  },
};

const AUDIT_URI = 'audit://recent';
const SHOWN = 100;
const READERS: readonly Role[] = ['admin', 'approver'];

/** What was changed, refused and failed lately, for those who answer for it. */
const auditResource: Resource = {
  name: 'audit-recent',
  title: 'Recent audit entries',
  description: `The newest ${SHOWN} entries of the audit log, newest first. For admins and approvers.`,
  mimeType: 'application/json',
  uri: AUDIT_URI,
  matches: (uri) => uri === AUDIT_URI,
  async read(uri, { audit, user }) {
    if (uri !== AUDIT_URI) throw resourceNotFound(uri);
    if (!READERS.includes(user.role)) {
      throw routeros.FORBIDDEN(
        { user_role: user.role },
        {
          details: `The audit log is for the roles ${READERS.join(' and ')}, not for user role '${user.role}'`,
          nextSteps: [`Ask a user with one of these roles to read it: ${READERS.join(', ')}`],
        },
      );
    }
    const entries = await audit.recent(SHOWN);
    return asJson({ entries: entries.filter((entry) => maySee(user, entry)) });
  },
};

/** What is about no device, or about a plan, may tell of devices that are none of the reader's. */
function maySee(user: User, { actor, device_id: device }: AuditEntry): boolean {
  if (user.devices === 'all' || actor === user.id) return true;
  return device !== undefined && inReach(user, device);
}

/** What can be read beside what the tools tell. */
export const RESOURCES: readonly Resource[] = [deviceOverview, planResource, auditResource];

/** The resource that a URI belongs to. Throws NOT_FOUND for a URI that belongs to none. */
export function findResource(uri: string): Resource {
  const found = RESOURCES.find((resource) => resource.matches(uri));
  if (found === undefined) throw resourceNotFound(uri);
  return found;
}

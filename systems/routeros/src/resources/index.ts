import { auditResource } from './audit.js';
import { deviceOverview } from './device-overview.js';
import { planResource } from './plan.js';
import { resourceNotFound, type Resource } from './resource.js';

export type { ListedResource, Resource, ResourceContext, ResourceText } from './resource.js';

/** What can be read beside what the tools tell. */
export const RESOURCES: readonly Resource[] = [deviceOverview, planResource, auditResource];

/** The resource that a URI belongs to. Throws NOT_FOUND for a URI that belongs to none. */
export function findResource(uri: string): Resource {
  const found = RESOURCES.find((resource) => resource.matches(uri));
  if (found === undefined) throw resourceNotFound(uri);
  return found;
}

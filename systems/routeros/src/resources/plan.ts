import { isVisible, requireVisible } from '../tools/plan/require-visible.js';
import { asJson, resourceNotFound, type Resource } from './resource.js';

const PATTERN = /^plan:\/\/([A-Za-z0-9-]{1,64})$/;
const LISTED = 50;

/** A plan with what became of it on every device, for whoever may see it with plan/get. */
export const planResource: Resource = {
  name: 'plan',
  title: 'Plan',
  description: 'A plan as plan/get tells it: the wanted change, its status, and every device.',
  mimeType: 'application/json',
  uriTemplate: 'plan://{id}',
  matches: (uri) => PATTERN.test(uri),
  async list({ plans, user }) {
    const newest = await plans.list({ limit: LISTED });
    return newest
      .filter((plan) => isVisible(plan, user))
      .map(({ plan_id: id, kind, status }) => ({
        uri: `plan://${id}`,
        name: id,
        title: `Plan ${id} (${kind}, ${status})`,
      }));
  },
  async read(uri, { plans, user }) {
    const id = PATTERN.exec(uri)?.[1];
    if (id === undefined) throw resourceNotFound(uri);
    const plan = await plans.get(id);
    requireVisible(plan, user);
    return asJson(plan);
  },
};

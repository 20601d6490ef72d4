import { routeros } from '@errata/catalogs/routeros';
import { inReach } from '../access/index.js';
import type { Role, User } from '../access/user.js';
import type { AuditEntry } from '../registry/audit-log.js';
import { asJson, resourceNotFound, type Resource } from './resource.js';

const URI = 'audit://recent';
const SHOWN = 100;
const READERS: readonly Role[] = ['admin', 'approver'];

/** What was changed, refused and failed lately, for those who answer for it. */
export const auditResource: Resource = {
  name: 'audit-recent',
  title: 'Recent audit entries',
  description: `The newest ${SHOWN} entries of the audit log, newest first. For admins and approvers.`,
  mimeType: 'application/json',
  uri: URI,
  matches: (uri) => uri === URI,
  async read(uri, { audit, user }) {
    if (uri !== URI) throw resourceNotFound(uri);
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

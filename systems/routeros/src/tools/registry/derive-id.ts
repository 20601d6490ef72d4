import { routeros } from '@errata/catalogs/routeros';

const LENGTH = 64;

/** The id of a device that was given none: `Lab router 01` is `dev-lab-router-01`. */
export function deriveId(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (slug !== '') {
    const id = slug.startsWith('dev-') ? slug : `dev-${slug}`;
    return id.slice(0, LENGTH).replace(/-$/, '');
  }
  throw routeros.VALIDATION_ERROR(
    { field: 'device_id', expected: 'An id of lower-case letters, digits and hyphens' },
    { details: 'No device ID can be made of this name: give a device_id' },
  );
}

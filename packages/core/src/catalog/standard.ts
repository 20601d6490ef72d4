import { defineCatalog } from './define-catalog.js';
import { STANDARD_DOMAIN, standardFailures } from './standard-failures.js';

/** The catalog of JSON-RPC 2.0 itself. */
export const standard = defineCatalog(STANDARD_DOMAIN, standardFailures);

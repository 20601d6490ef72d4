import { defineCatalog } from '@errata/core';
import { joinFailures, type CatalogInfo, type Failure } from '@errata/core/internal';
import { configurationPart } from './configuration.js';
import { devicePart } from './device.js';
import { generalPart } from './general.js';
import { planPart } from './plan.js';
import { requestPart } from './request.js';
import { standardPart } from './standard.js';

/** The failures of the RouterOS MCP service: the five of JSON-RPC and sixteen of its own. */
export const routeros = defineCatalog(
  'routeros',
  joinFailures(
    joinFailures(standardPart, joinFailures(generalPart, requestPart)),
    joinFailures(devicePart, joinFailures(configurationPart, planPart)),
  ),
  { unexpected: 'INTERNAL_ERROR' },
);

/** The name of a failure of RouterOS MCP. */
export type RouterosReason = Exclude<keyof typeof routeros, keyof CatalogInfo>;

/** The context that a reason takes; of several reasons, any of theirs. */
export type RouterosContext<R extends RouterosReason> = R extends RouterosReason
  ? (typeof routeros)[R] extends Failure<infer C>
    ? C
    : never
  : never;

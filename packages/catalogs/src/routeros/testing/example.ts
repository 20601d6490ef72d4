import { createView, toRpcErrorJson, type Fault } from '@errata/core';
import { createRouterosContract } from '../index.js';

/** A payload as a document prints it, and the typed code that has to produce it. */
export interface Example {
  readonly heading: string;
  readonly literal: object;
  readonly fault: () => Fault;
}

export const contract = createRouterosContract({ guidance: 'given' });
export const view = createView({ era: '2025-11-25' });

/** The error object as the plain examples show it: what the thrower said, and no advice of the definition. */
export const onTheWire = (fault: Fault): unknown =>
  JSON.parse(toRpcErrorJson(fault, contract, view));

import {
  claimedVersion,
  malformedEnvelope,
  objectOrEmpty,
  MODERN,
  unsupportedVersion,
  type ProtocolFailure,
  type WireError,
} from '@errata/core/internal';
import { withoutPrefix } from './sdk-error.js';
import type { SdkRequest } from './sdk-shape.js';

/**
 * What an error means that the SDK wrote itself, past every handler. The request is unknown where the error came late. Undefined
 * where the number is not one of the specification's failures: then nobody knows better than the SDK.
 */
export function failureOfRefusal(
  { code, message, data }: WireError,
  request: SdkRequest | undefined,
): ProtocolFailure | undefined {
  const details = withoutPrefix(message, code);
  switch (code) {
    case -32700:
      return { condition: 'parse-error', given: { details } };
    case -32600:
      return { condition: 'invalid-request', given: { details } };
    case -32601:
      return request === undefined
        ? { condition: 'method-not-found', context: { method: '' }, given: { details } }
        : { condition: 'method-not-found', context: { method: request.method } };
    case -32602:
      return wrongParams(details, data, request);
    case -32603:
      // What is behind it may be anybody's exception, and whatever was done before may have been done.
      return { condition: 'internal', given: { cause: new Error(details), effect: 'unknown' } };
    case -32020:
      return { condition: 'header-mismatch', given: { details } };
    case -32021:
      return { condition: 'missing-client-capability', context: objectOrEmpty(data) };
    case -32022:
      return wrongVersion(data, request);
    default:
      return undefined;
  }
}

function wrongParams(
  details: string,
  data: unknown,
  request: SdkRequest | undefined,
): ProtocolFailure {
  const envelope = request && malformedEnvelope(request.params);
  if (envelope !== undefined) {
    return { ...envelope, context: { ...envelope.context, method: request!.method } };
  }
  const { key } = objectOrEmpty(objectOrEmpty(data)['envelope']);
  return {
    condition: 'invalid-params',
    context: {
      ...(typeof key === 'string' && { errors: [{ field: `_meta.${key}`, message: details }] }),
      ...(request !== undefined && { method: request.method }),
    },
    given: { details },
  };
}

function wrongVersion(data: unknown, request: SdkRequest | undefined): ProtocolFailure {
  const { supported, requested } = objectOrEmpty(data);
  const spoken = Array.isArray(supported) ? supported.map(String) : [MODERN];
  return unsupportedVersion(spoken, requested ?? claimedVersion(request?.params));
}

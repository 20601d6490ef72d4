import { isPromise, whenReady } from '@errata/core/internal';
import { resourceNotFound, subscriptionFailed } from '../failures.js';
import { CallContext, type KitRequest, type RequestWork } from '../call-context.js';
import type { ResourceContents } from '../content.js';
import type { Listed } from '../offer/registry.js';
import { toListed } from '../offer/resource-entry.js';
import type { ListedResource, ResourceAnswer, Watch } from '../resource.js';
import { requireOffered, textOf } from './params.js';
import type { Offer } from '../offer/offer.js';

/** `resources/list`: those of one URI, then those that templates know of. */
export const listResources: RequestWork = (request) => {
  const { offer, params } = request;
  requireOffered(offer.offersResources, 'resources');
  const { cursor } = params;
  const found = [...offer.templates.values()]
    .filter(({ template }) => template.list !== undefined)
    .map(({ template }) => template.list!(new CallContext(request)));
  if (found.length === 0) return offer.resources.page(cursor);
  const page = (lists: readonly (readonly ListedResource[])[]) =>
    offer.resources.pageWith(lists.flat().map(toEntry), cursor);
  return found.some(isPromise)
    ? Promise.all(found).then(page)
    : page(found as readonly (readonly ListedResource[])[]);
};

function toEntry(resource: ListedResource): Listed {
  return { key: resource.uri, listed: toListed(resource) };
}

/** `resources/templates/list`, a page at a time. */
export const listTemplates: RequestWork = ({ offer, params }) => {
  requireOffered(offer.offersResources, 'resources');
  return offer.templates.page(params['cursor']);
};

/** `resources/read`: by its URI, else from the templates. */
export const readResource: RequestWork = (request) => {
  const { offer, params } = request;
  requireOffered(offer.offersResources, 'resources');
  const uri = textOf(params, 'uri');
  const exact = offer.resources.get(uri)?.resource;
  if (exact === undefined) return readFromTemplates(uri, request);
  return whenReady(exact.read(uri, new CallContext(request)), (answer) =>
    toReadResult(answer, uri, exact.mimeType),
  );
};

/** Reads from the first template that has the resource. */
async function readFromTemplates(uri: string, request: KitRequest) {
  const context = new CallContext(request);
  for (const { match, template } of request.offer.templates.values()) {
    const variables = match(uri);
    const answer = variables && (await template.read(uri, variables, context));
    if (answer !== undefined) return toReadResult(answer, uri, template.mimeType);
  }
  throw resourceNotFound(uri);
}

function toReadResult(answer: ResourceAnswer, uri: string, mimeType: string | undefined) {
  return { contents: contentsOf(answer, { uri, ...(mimeType !== undefined && { mimeType }) }) };
}

function contentsOf(
  answer: ResourceAnswer,
  head: { readonly uri: string; readonly mimeType?: string },
): readonly ResourceContents[] {
  if (typeof answer === 'string') return [{ ...head, text: answer }];
  if (answer instanceof Uint8Array) return [{ ...head, blob: toBase64(answer) }];
  if (Array.isArray(answer)) return answer as readonly ResourceContents[];
  throw new TypeError(`reading ${head.uri} gave neither text nor bytes nor contents`);
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

const CAPABILITY = 'resources.subscribe';

/** `resources/subscribe`: the client gets every change until it unsubscribes or leaves. */
export const subscribe: RequestWork = ({ offer, client, params }) => {
  requireOffered(offer.watchable, CAPABILITY);
  const uri = textOf(params, 'uri');
  const tell = (): void => client.tell('notifications/resources/updated', { uri });
  return whenReady(client.watchers.start(uri, findWatch(offer, uri), tell), () => ({}));
};

/** `resources/unsubscribe`: succeeds even without a subscription. */
export const unsubscribe: RequestWork = ({ offer, client, params }) => {
  requireOffered(offer.watchable, CAPABILITY);
  client.watchers.stop(textOf(params, 'uri'));
  return {};
};

/** The watch function of a resource. Throws if it does not exist or cannot be watched. */
export function findWatch(offer: Offer, uri: string): Watch {
  const owner = offer.ownerOf(uri);
  if (owner === undefined) throw resourceNotFound(uri);
  const { watch } = owner;
  if (watch === undefined) {
    throw subscriptionFailed(uri, 'This resource does not announce changes');
  }
  return (watched, onChange) => watch.call(owner, watched, onChange);
}

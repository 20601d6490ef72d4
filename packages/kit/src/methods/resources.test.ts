import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { describe, expect, it } from 'vitest';
import { defineCatalog, defineContract } from '@errata/core';
import { createKit } from '../create-kit.js';
import type { Resource, ResourceAnswer, ResourceTemplate } from '../resource.js';
import { createSample, notes } from '../testing/sample.js';
import { GENERATIONS, shakeHands, wireIn } from '@errata/testing/wire';

const holding = (answer: ResourceAnswer, more: Partial<Resource> = {}): Resource => ({
  uri: 'mem://one',
  name: 'one',
  read: () => answer,
  ...more,
});

describe.each(GENERATIONS)('resources in %s', (era) => {
  it('are listed without server-only members', async () => {
    const resource = holding('x', { title: 'One', mimeType: 'text/plain', size: 1 });
    const wire = await wireIn(createSample({ resources: [resource, notes] }), era);
    expect((await wire.ask('resources/list')).result!['resources']).toEqual([
      { uri: 'mem://one', name: 'one', title: 'One', mimeType: 'text/plain', size: 1 },
    ]);
    expect((await wire.ask('resources/templates/list')).result!['resourceTemplates']).toEqual([
      { uriTemplate: 'note://{name}', name: 'notes' },
    ]);
  });

  it('of templates are listed if the template has a list', async () => {
    const listing: ResourceTemplate = {
      ...notes,
      list: async () => [
        { uri: 'note://a', name: 'a' },
        { uri: 'mem://one', name: 'another' },
      ],
    };
    const at_once: ResourceTemplate = {
      ...notes,
      uriTemplate: 'page://{n}',
      list: () => [{ uri: 'page://1', name: '1' }],
    };
    const kit = createSample({ resources: [holding('x'), listing, at_once] });
    const { result } = await (await wireIn(kit, era)).ask('resources/list');
    expect(result!['resources']).toEqual([
      { uri: 'mem://one', name: 'one' },
      { uri: 'note://a', name: 'a' },
      { uri: 'page://1', name: '1' },
    ]);
  });

  it.each<[string, ResourceAnswer, object]>([
    ['text', 'hello', { uri: 'mem://one', mimeType: 'x/y', text: 'hello' }],
    ['bytes', new Uint8Array([0, 255]), { uri: 'mem://one', mimeType: 'x/y', blob: 'AP8=' }],
    ['contents', [{ uri: 'mem://other', text: 'o' }], { uri: 'mem://other', text: 'o' }],
  ])('are read as %s', async (_, answer, contents) => {
    const kit = createSample({ resources: [holding(answer, { mimeType: 'x/y' })] });
    const { result } = await (await wireIn(kit, era)).ask('resources/read', { uri: 'mem://one' });
    expect(result!['contents']).toEqual([contents]);
    expect(result!['ttlMs']).toBe(era === '2026-07-28' ? 0 : undefined);
  });

  it('are read from templates, each in its turn', async () => {
    const never: ResourceTemplate = { ...notes, uriTemplate: 'note://{x}', read: () => undefined };
    const wire = await wireIn(createSample({ resources: [never, notes] }), era);
    const { result } = await wire.ask('resources/read', { uri: 'note://a%20b' });
    expect(result!['contents']).toEqual([{ uri: 'note://a%20b', text: 'note a b' }]);
  });

  it.each(['nowhere://x', 'note://gone', 'no uri'])('are not found: %s', async (uri) => {
    const { error } = await (await wireIn(createSample(), era)).ask('resources/read', { uri });
    expect(error).toMatchObject({ code: era === '2026-07-28' ? -32602 : -32001, data: { uri } });
    // Clients of SDK v2 know it by this member alone.
    if (era === '2026-07-28') expect(error!.data).toEqual({ uri });
  });

  it('need a URI', async () => {
    const { error } = await (await wireIn(createSample(), era)).ask('resources/read');
    expect(error).toMatchObject({
      code: -32602,
      data: { details: "Missing required 'uri' parameter" },
    });
  });

  it('that cannot be read are masked', async () => {
    const read = () => Promise.reject(new Error('ECONNREFUSED 10.0.0.1'));
    const kit = createSample({ resources: [holding('', { read })] });
    const { error } = await (await wireIn(kit, era)).ask('resources/read', { uri: 'mem://one' });
    expect(error).toMatchObject({ code: -32603 });
    expect(JSON.stringify(error)).not.toContain('10.0.0.1');
  });

  it('are a capability', async () => {
    const wire = await wireIn(
      createKit({ name: 'bare', version: '0', contract: erlmcpContract }),
      era,
    );
    for (const method of ['resources/list', 'resources/templates/list', 'resources/read']) {
      expect((await wire.ask(method)).error).toMatchObject({
        code: era === '2026-07-28' ? -32601 : -32004,
        data: { capability: 'resources' },
      });
    }
  });
});

it('a contract without a not-found failure sends the URI as 2026-07-28 defines it', async () => {
  const catalog = defineCatalog('other', {
    BUSY: { code: -31001, title: 'Busy', category: 'load', recovery: 'retry_with_backoff' },
  });
  const kit = createSample({ contract: defineContract({ catalog }) });
  const uri = 'nowhere://x';
  const { error } = await (await wireIn(kit, '2026-07-28')).ask('resources/read', { uri });
  expect(error).toEqual({ code: -32602, message: `No resource "${uri}"`, data: { uri } });
});

it('a resource that returns nothing is masked', async () => {
  const wire = await shakeHands(createSample({ resources: [holding(undefined as never)] }));
  const { error } = await wire.ask('resources/read', { uri: 'mem://one' });
  expect(error).toMatchObject({ code: -32603 });
});

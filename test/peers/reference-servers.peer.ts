import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLines, type ChildCommand } from './testing/child.js';
import { drivers, type OnProgress, type Session } from './testing/drivers.js';
import { behindHttp, behindStdio, createWorkspace, type WorkingServer } from './testing/peers.js';

const workspace = await createWorkspace();
afterAll(() => workspace.remove());

/** Everything a client can see of a server in good health. */
async function visit(session: Session, { call }: WorkingServer): Promise<object> {
  try {
    return {
      initialized: session.initialized(),
      tools: await session.listTools(),
      called: await session.callTool(call.name, call.args),
    };
  } finally {
    await session.close();
  }
}

const visits = Object.entries(drivers).flatMap(([sdk, connect]) =>
  workspace.servers.map((server) => ({ sdk, connect, name: server.name, server })),
);

describe.each(visits)('the $name server and the client of SDK $sdk', ({ connect, server }) => {
  let bare: object;
  beforeAll(async () => {
    bare = await visit(await connect(server.command), server);
    expect(bare).toMatchObject({ called: { content: [{ type: 'text' }] } });
  });

  it('say the same behind our edge over stdio', async () => {
    const seen = await visit(await connect(behindStdio(server.command)), server);
    expect(seen).toEqual(bare);
  });

  it('say the same behind our edge over HTTP', async () => {
    const visitUrl = async (url: URL): Promise<object> => visit(await connect(url), server);
    const seen = await overHttp(server.command, visitUrl);
    expect(seen).toEqual(bare);
  });
});

const talks = Object.entries(drivers).map(([sdk, connect]) => ({ sdk, connect }));

describe.each(talks)('the everything server turns to the client of SDK $sdk', ({ connect }) => {
  const { command } = workspace.servers[0]!;

  /** A call that reports its progress, and one for which the server needs the client. */
  async function talk(session: Session): Promise<object> {
    const reports: number[] = [];
    const args = { duration: 1, steps: 2 };
    const report: OnProgress = ({ progress }) => reports.push(progress);
    try {
      await session.callTool('trigger-long-running-operation', args, report);
      const sampled = await session.callTool('trigger-sampling-request', { prompt: 'Hello' });
      // The last report comes together with the result, and both SDKs may be done with the call before they look at it.
      return { progress: reports[0], sampled };
    } finally {
      await session.close();
    }
  }

  let bare: object;
  beforeAll(async () => {
    bare = await talk(await connect(command));
    expect(bare).toMatchObject({ progress: 1 });
    expect(JSON.stringify(bare)).toContain('It was the client who said this.');
  });

  it('through our edge over stdio', async () => {
    expect(await talk(await connect(behindStdio(command)))).toEqual(bare);
  });

  it('through our edge over HTTP', async () => {
    expect(await overHttp(command, async (url) => talk(await connect(url)))).toEqual(bare);
  });
});

async function overHttp<T>(command: ChildCommand, work: (url: URL) => Promise<T>): Promise<T> {
  const front = startLines(behindHttp(command));
  try {
    return await work(new URL(await front.line((line) => line.startsWith('http://'))));
  } finally {
    await front.close();
  }
}

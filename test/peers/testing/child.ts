import { startLines, type ChildCommand } from '@errata/testing/child';
import { hello, INITIALIZED, request, type Message } from '@errata/testing/messages';

export { type Child, type ChildCommand, startLines } from '@errata/testing/child';

const PEERS = { name: 'peers', version: '1.0.0' };

/** Milliseconds after which a command hangs, also on a machine that does much else. */
const HANGS = 300_000;

/** Runs a command to its end. */
export async function runChild(
  command: ChildCommand,
): Promise<{ readonly code: number | null; readonly output: string; readonly errors: string }> {
  const child = startLines(command, HANGS);
  await child.close();
  const { code } = await child.ended;
  return { code, output: child.lines.join('\n'), errors: child.stderr() };
}

export type Wire = Awaited<ReturnType<typeof openWire>>;

/** A stdio server spoken to byte by byte, because an SDK client cannot send what is wrong. */
export async function openWire(command: ChildCommand) {
  const child = startLines(command);
  const wire = {
    child,
    /** The message whose text satisfies. */
    message: async (satisfies: (text: string) => boolean) =>
      JSON.parse(await child.line(satisfies)) as Message,
    send: (text: string) => child.send(text),
    request: (id: number | string, method: string, params: object = {}) =>
      child.ask(request(id, method, params)),
    /** What is answered to a text. Silence is proven by a later request that is answered. */
    answersTo: async (text: string) =>
      (await child.through(text)).filter((line) => !line.includes('"method"')),
  };
  await wire.request('hello', 'initialize', hello(undefined, PEERS));
  wire.send(INITIALIZED);
  return wire;
}

/** What the model would read of a tool's reply. */
export function textOf({ result }: Message): string {
  const content = (result?.['content'] ?? []) as readonly { readonly text?: string }[];
  return content.map(({ text = '' }) => text).join('\n');
}

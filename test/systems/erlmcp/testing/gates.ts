import type { Tool } from '@errata/kit';

interface Gate {
  readonly reached: Promise<void>;
  readonly opened: Promise<void>;
  reach(): void;
  open(): void;
}

function createGate(): Gate {
  let reach = (): void => undefined;
  let open = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { reached, opened, reach: () => reach(), open: () => open() };
}

type KeyTool = Tool<{ key: string }>;

/** A call that waits (`hold`), one that is answered when it does (`held`), and one that lets it go on (`release`). */
export function createGates(): Readonly<Record<'hold' | 'held' | 'release', KeyTool>> {
  const gates = new Map<string, Gate>();
  const gateOf = (key: string): Gate => {
    const gate = gates.get(key) ?? createGate();
    gates.set(key, gate);
    return gate;
  };
  return {
    hold: {
      name: 'hold',
      async run({ key }) {
        gateOf(key).reach();
        await gateOf(key).opened;
        return `held ${key}`;
      },
    },
    held: {
      name: 'held',
      run: ({ key }) => gateOf(key).reached.then(() => `reached ${key}`),
    },
    release: {
      name: 'release',
      run({ key }) {
        gateOf(key).open();
        return `released ${key}`;
      },
    },
  };
}

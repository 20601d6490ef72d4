import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { setImmediate } from 'node:timers/promises';
import { erlmcp } from '@errata/catalogs/erlmcp';
import { createKit, type Kit, type Tool } from '@errata/kit';

/** Coprime to every number of calls that is not its multiple: each is met once, and no two neighbours follow each other. */
const STRIDE = 7919;

/** Calls of one round wait for each other; when all are there, they are answered in an order of its own. */
function createRound(): Tool<{ round: string; of: number; text: string }> {
  const rounds = new Map<string, (() => void)[]>();
  return {
    name: 'round',
    run: ({ round, of, text }) =>
      new Promise((resolve) => {
        const waiting = rounds.get(round) ?? [];
        rounds.set(round, waiting);
        waiting.push(() => resolve(text));
        if (waiting.length < of) return;
        rounds.delete(round);
        waiting.forEach((_, index) => waiting[(index * STRIDE) % of]!());
      }),
  };
}

const echo: Tool<{ text: string }> = { name: 'echo', run: ({ text }) => text };

const later: Tool<{ text: string }> = {
  name: 'later',
  run: ({ text }) => setImmediate(text),
};

const crash: Tool = {
  name: 'crash',
  run() {
    throw new Error('kept from the client');
  },
};

/** A server that fails in every way that the groups of the contract name, and holds calls back until it is told. */
export function createIdKit(): Kit {
  const gates = createGates();
  const round = createRound();
  return createKit({
    contract: erlmcpContract,
    name: 'ids',
    version: '1.0.0',
    deadline: 0,
    maxMessageBytes: 256 * 1024,
    tools: [echo, later, crash, gates.hold, gates.held, gates.release, round],
    resources: [
      {
        uri: 'lab:broken',
        name: 'broken',
        read() {
          throw new Error('kept from the client');
        },
      },
    ],
    prompts: [
      {
        name: 'strict',
        messages() {
          throw erlmcp.VALIDATION_FAILED({ details: 'never good enough' });
        },
      },
    ],
  });
}

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
function createGates(): Readonly<Record<'hold' | 'held' | 'release', KeyTool>> {
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

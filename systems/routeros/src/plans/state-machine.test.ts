import { isFault } from '@errata/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openLab, type Lab } from '../../lab/testing/open-lab.js';
import { TRANSITIONS, type PlanStatus } from './plan.js';

const ROUTE = { action: 'add', dst_address: '192.0.2.0/24', gateway: '10.10.2.254' };

type Operation =
  | { readonly what: 'approve' | 'apply' | 'apply badly' | 'cancel' | 'rollback' | 'create' }
  | { readonly what: 'break'; readonly router: number; readonly after: number }
  | { readonly what: 'heal' }
  | { readonly what: 'wait'; readonly minutes: number };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constantFrom('approve', 'apply') }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constantFrom('apply badly', 'cancel', 'rollback', 'create') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('break'), router: fc.nat(1), after: fc.nat(2) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('heal') }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('wait'), minutes: fc.integer({ min: 1, max: 16 }) }),
  },
) as fc.Arbitrary<Operation>;

/** Everything that a plan can have become, in any number of steps. */
function reachable(from: PlanStatus, seen = new Set<PlanStatus>([from])): ReadonlySet<PlanStatus> {
  for (const next of TRANSITIONS[from]) {
    if (!seen.has(next)) reachable(next, seen.add(next));
  }
  return seen;
}

/** One plan after the other on two routers, and what is known of the latest. */
class Story {
  readonly #lab: Lab;
  #id: string | undefined;
  #token: string | undefined;
  #breaks: { router: number; after: number } | undefined;

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  async act(operation: Operation): Promise<void> {
    const { plans, routers } = this.#lab;
    if (operation.what === 'wait') return this.#lab.advance(operation.minutes * 60_000);
    if (operation.what === 'heal') return this.heal();
    if (operation.what === 'break') {
      this.#breaks = operation;
      if (operation.after === 0) routers[operation.router]!.failWith(500);
      return;
    }
    if (operation.what === 'create' || this.#id === undefined) return this.#create();
    const call = this.#lab.call({ progress: (done) => this.#passed(done) });
    if (operation.what === 'approve') {
      this.#token = (await plans.approve(this.#id, call)).approval_token;
    } else if (operation.what === 'apply') await plans.apply(this.#id, this.#token, call);
    else if (operation.what === 'apply badly') await plans.apply(this.#id, 'v1.no', call);
    else if (operation.what === 'cancel') await plans.cancel(this.#id, call);
    else await plans.rollback(this.#id, call);
  }

  heal(): void {
    this.#breaks = undefined;
    for (const router of this.#lab.routers) router.failWith(undefined);
  }

  async #create(): Promise<void> {
    const { plans, ids, call } = this.#lab;
    const wanted = {
      kind: 'static-route',
      description: 'x',
      deviceIds: ids,
      change: ROUTE,
    } as const;
    this.#id = (await plans.create(wanted, call())).plan_id;
    this.#token = undefined;
  }

  #passed(done: number): void {
    const { router, after } = this.#breaks ?? {};
    if (done === after) this.#lab.routers[router!]!.failWith(500);
  }
}

async function statusesOf(lab: Lab): Promise<ReadonlyMap<string, PlanStatus>> {
  const plans = await lab.plans.list({ limit: 100 });
  return new Map(plans.map(({ plan_id, status }) => [plan_id, status]));
}

/** The plans whose route is on a router. */
function presentOn(lab: Lab, index: number): readonly string[] {
  return lab.routers[index]!.state.rows('/ip/route').flatMap(
    ({ comment = '' }) => /^mcp:(\S+)/.exec(comment)?.[1] ?? [],
  );
}

describe('the states of plans', () => {
  it('are never left, and never say something else than the devices', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 4, maxLength: 20 }), async (operations) => {
        const lab = await openLab('sqlite::memory:', 2);
        try {
          const story = new Story(lab);
          let before = await statusesOf(lab);
          for (const next of operations) {
            await story.act(next).catch((error: unknown) => {
              if (!isFault(error) || error.reason === 'INTERNAL_ERROR') throw error;
            });
            const after = await statusesOf(lab);
            for (const [id, status] of before) expect(reachable(status)).toContain(after.get(id));
            for (const [id, status] of after) {
              expect(status).not.toBe('executing');
              if (status === 'failed') continue;
              const present = lab.routers.map((_, index) => presentOn(lab, index).includes(id));
              expect([status, ...present]).toEqual([
                status,
                ...Array(2).fill(status === 'completed'),
              ]);
            }
            before = after;
          }
          story.heal();
          for (const [id, status] of before) {
            if (status === 'failed') await lab.plans.rollback(id, lab.call());
          }
          const left = [...(await statusesOf(lab)).values()].filter(
            (status) => status === 'failed',
          );
          expect(left).toEqual([]);
        } finally {
          await lab.close();
        }
      }),
      { numRuns: 25 },
    );
  });
});

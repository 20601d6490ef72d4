/** Something that takes memory for as long as its client wants: a session, or an open stream. */
export interface HttpPlace {
  /** Who takes it: a user, or an address; empty where neither is known. */
  readonly holder: string;
  /** What would be lost if it ended. Somebody waits for a reply where it is `working`. */
  readonly use: 'idle' | 'listening' | 'working';
  /** When it was last used. */
  readonly seen: number;
}

export interface PlaceLimits {
  readonly max: number;
  /** How many of them one holder may take. */
  readonly perOwner: number;
}

/** Places by holder, the least recently used first. A holder can only take from those who hold more. */
export class Places<P extends HttpPlace> {
  readonly #limits: PlaceLimits;
  readonly #byHolder = new Map<string, Set<P>>();
  #count = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Added again, it is the most recently used one. */
  add(place: P): void {
    this.delete(place);
    const held = this.#byHolder.get(place.holder);
    if (held === undefined) this.#byHolder.set(place.holder, new Set([place]));
    else held.add(place);
    this.#count++;
  }

  delete(place: P): boolean {
    const held = this.#byHolder.get(place.holder);
    if (held?.delete(place) !== true) return false;
    if (held.size === 0) this.#byHolder.delete(place.holder);
    this.#count--;
    return true;
  }

  *[Symbol.iterator](): Iterator<P> {
    for (const held of this.#byHolder.values()) yield* held;
  }

  /** The one that must end so that the holder gets another: undefined if there is room, `full` if none may end. */
  toEndFor(holder: string): P | 'full' | undefined {
    const own = this.#byHolder.get(holder);
    const holding = own?.size ?? 0;
    const { max, perOwner } = this.#limits;
    // Those of whom nothing is known are many, and share what there is.
    if (holder !== '' && holding >= perOwner) return endable(own!) ?? 'full';
    if (this.#count < max) return undefined;
    let found: P | undefined;
    let most = 0;
    for (const held of this.#byHolder.values()) {
      if (held.size < most || (held.size <= holding && held !== own)) continue;
      const place = endable(held);
      if (place === undefined) continue;
      if (found !== undefined && held.size === most && place.seen >= found.seen) continue;
      found = place;
      most = held.size;
    }
    return found ?? 'full';
  }
}

/** The first unused one; else the first that only waits for events. */
function endable<P extends HttpPlace>(held: ReadonlySet<P>): P | undefined {
  let listening: P | undefined;
  for (const place of held) {
    if (place.use === 'idle') return place;
    if (place.use === 'listening') listening ??= place;
  }
  return listening;
}

/** Tells when nobody has been there for a while; with 0 milliseconds it never does. */
export function createIdleClock(milliseconds: number, onIdle: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let held = 0;
  /** Somebody was there: begin to count again. */
  const touch = (): void => {
    clearTimeout(timer);
    if (held === 0 && milliseconds > 0) timer = setTimeout(onIdle, milliseconds);
  };
  /** Somebody is there, until the function that it gives back is called. */
  const hold = (): (() => void) => {
    let holding = 1;
    held += 1;
    clearTimeout(timer);
    return () => {
      held -= holding;
      holding = 0;
      touch();
    };
  };
  /** It does not count before it is started, nor after it was stopped. */
  return { start: hold(), stop: (): void => void hold(), touch, hold };
}

export type IdleClock = ReturnType<typeof createIdleClock>;

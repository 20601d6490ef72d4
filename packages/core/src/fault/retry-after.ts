// RFC 9111 §1.2.2: more seconds than can be counted are 2^31, and never none: the call would be repeated at once.
const MAX_SECONDS = 2 ** 31;

/** Seconds from a number or a text of digits, as `retry_after` is written in the wild. */
export function parseSeconds(thing: unknown): number | undefined {
  if (typeof thing === 'string') {
    return /^[0-9]+(?:\.[0-9]+)?$/.test(thing) ? Math.min(Number(thing), MAX_SECONDS) : undefined;
  }
  return typeof thing === 'number' && thing >= 0 ? Math.min(thing, MAX_SECONDS) : undefined;
}

/** The `Retry-After` header of RFC 9110 §10.2.3: seconds, or a date to be compared with `now` (milliseconds). */
export function parseRetryAfter(value: unknown, now: () => number): number | undefined {
  if (typeof value !== 'string') return parseSeconds(value);
  const text = value.trim();
  const seconds = parseSeconds(text);
  if (seconds !== undefined) return seconds;
  const date = parseHttpDate(text);
  return date === undefined
    ? undefined
    : parseSeconds(Math.max(0, Math.ceil((date - now()) / 1000)));
}

// RFC 9110 §5.6.7: a recipient has to accept all three. Date.parse alone would also make a date of "soon 2".
const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/;
const RFC_850 = /^[A-Z][a-z]+day, ([0-9]{2})-([A-Z][a-z]{2})-([0-9]{2}) ([0-9:]{8}) GMT$/;
const ASCTIME =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) +([0-9]{1,2}) ([0-9:]{8}) ([0-9]{4})$/;

/** A date of RFC 9110 §5.6.7, in milliseconds. */
export function parseHttpDate(text: string): number | undefined {
  if (IMF_FIXDATE.test(text)) return finite(Date.parse(text));
  const rfc850 = RFC_850.exec(text);
  if (rfc850) {
    const [, day, month, year, time] = rfc850;
    // Two digits: nobody asks to wait until the last century.
    return finite(Date.parse(`${day} ${month} 20${year} ${time} GMT`));
  }
  const asctime = ASCTIME.exec(text);
  if (asctime) {
    const [, month, day, time, year] = asctime;
    return finite(Date.parse(`${day} ${month} ${year} ${time} GMT`));
  }
  return undefined;
}

function finite(time: number): number | undefined {
  return Number.isFinite(time) ? time : undefined;
}

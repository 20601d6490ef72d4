/** What to do about a failure whose definition has no advice, because it depends on where it happens. */
export const ADVICE: Readonly<Record<string, string>> = {
  VALIDATION_FAILED:
    'Correct what `details` names; where that is the result of a tool, the tool has to be mended',
  TRANSPORT_ERROR: 'Wait, then read again; look at what `--upstream` names',
  TIMEOUT: 'Ask for less, or have the server started with a longer `--deadline`',
  RATE_LIMITED: 'Wait as long as `details` says; over HTTP so does `Retry-After`',
};

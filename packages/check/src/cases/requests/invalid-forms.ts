import type { Probe } from '../../probe.js';
import { goodRequest } from '../framing/good-request.js';

/** JSON that is no request, though it is not far from one. */
export interface InvalidForm {
  /** As the end of a case's id. */
  readonly name: string;
  /** As the subject of a sentence. */
  readonly what: string;
  write(probe: Probe): string;
}

/** Forms with an id that can be read. */
export const VERSION_1: InvalidForm = {
  name: 'version-1.0',
  what: 'a request that says "jsonrpc": "1.0"',
  write: (probe) => request(probe).replace('"jsonrpc":"2.0"', '"jsonrpc":"1.0"'),
};

export const VERSION_NUMBER: InvalidForm = {
  name: 'version-number',
  what: 'a request that says "jsonrpc": 2.0 as a number',
  write: (probe) => request(probe).replace('"jsonrpc":"2.0"', '"jsonrpc":2.0'),
};

export const VERSION_MISSING: InvalidForm = {
  name: 'version-missing',
  what: 'a request without "jsonrpc"',
  write: (probe) => request(probe).replace('"jsonrpc":"2.0",', ''),
};

export const METHOD_NUMBER: InvalidForm = {
  name: 'method-number',
  what: 'a request whose method is a number',
  write: (probe) => request(probe).replace(METHOD, ',"method":1'),
};

export const METHOD_MISSING: InvalidForm = {
  name: 'method-missing',
  what: 'a request without a method',
  write: (probe) => request(probe).replace(METHOD, ''),
};

export const PARAMS_STRING: InvalidForm = {
  name: 'params-string',
  what: 'a request whose params are a string',
  write(probe) {
    const method = JSON.stringify(probe.harmless?.method ?? UNKNOWN);
    return `${probe.write('').replace(/,"method":.*/, '')},"method":${method},"params":"text"}`;
  },
};

/** Forms without any. */
export const EMPTY_OBJECT: InvalidForm = {
  name: 'empty-object',
  what: 'an empty object',
  write: () => '{}',
};

export const SCALARS: readonly InvalidForm[] = ['42', '"text"', 'null', 'true'].map((text) => ({
  name: 'scalar',
  what: `the message ${text}`,
  write: () => text,
}));

const UNKNOWN = 'errata/unknown';
const METHOD = /,"method":"[^"]*"/;

function request(probe: Probe): string {
  return goodRequest(probe) ?? probe.write(UNKNOWN);
}

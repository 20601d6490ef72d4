interface Format {
  /** Harmless texts of this format, the best first. */
  readonly samples: readonly string[];
  /** Texts that surely have it as well; default: the samples alone. */
  readonly like?: RegExp;
}

const ADDRESS = 'http://127.0.0.1:9/';
const ANYTHING: Format = { samples: ['errata-check'], like: /^/ };
const URI: Format = { samples: [ADDRESS, 'https://127.0.0.1:9/'], like: /^https?:\/\/[\w.:/-]+$/ };
const MAIL: Format = { samples: ['errata-check@example.com'], like: /^\w+@\w+\.[a-z]{2,3}$/ };
const NAME: Format = { samples: ['errata-check.invalid'], like: /^[a-z]{1,60}(\.[a-z]{1,60})?$/ };

/** Formats of JSON Schema, and those that zod and pydantic write. */
const FORMATS: ReadonlyMap<string, Format> = new Map(
  Object.entries({
    uri: URI,
    url: URI,
    iri: URI,
    'uri-reference': URI,
    'iri-reference': URI,
    email: MAIL,
    'idn-email': MAIL,
    hostname: NAME,
    'idn-hostname': NAME,
    password: ANYTHING,
    binary: ANYTHING,
    'date-time': {
      samples: ['2001-01-01T00:00:00Z', '2001-01-01T00:00:00'],
      like: /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{3})?Z$/,
    },
    date: { samples: ['2001-01-01'], like: /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/ },
    time: { samples: ['00:00:00Z', '00:00:00'] },
    duration: { samples: ['PT1S'] },
    uuid: {
      samples: ['00000000-0000-4000-8000-000000000000'],
      like: /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    },
    guid: { samples: ['00000000-0000-4000-8000-000000000000'] },
    ipv4: { samples: ['127.0.0.1'], like: /^(\d|[1-9]\d|1\d\d)(\.(\d|[1-9]\d|1\d\d)){3}$/ },
    ipv6: { samples: ['::1'] },
    ipvanyaddress: { samples: ['127.0.0.1'] },
    cidrv4: { samples: ['127.0.0.1/32'] },
    cidrv6: { samples: ['::1/128'] },
    path: { samples: ['errata-check-does-not-exist'], like: /^[\w./ -]+$/ },
    regex: { samples: ['errata-check'] },
    'json-pointer': { samples: ['/errata-check'] },
    'json-string': { samples: ['"errata-check"'] },
    byte: { samples: ['ZXJyYXRhLWNoZWNr'] },
    base64: { samples: ['ZXJyYXRhLWNoZWNr'] },
    base64url: { samples: ['ZXJyYXRhLWNoZWNr'] },
    e164: { samples: ['+12025550100'] },
    cuid: { samples: ['cerratacheck'] },
    cuid2: { samples: ['erratacheck'] },
    ulid: { samples: ['00000000000000000000000000'] },
    xid: { samples: ['00000000000000000000'] },
    ksuid: { samples: ['000000000000000000000000000'] },
    nanoid: { samples: ['errata-check-00000000'] },
  } satisfies Record<string, Format>),
);

/** Harmless texts of a format; none of one that is not known. */
export function samplesOfFormat(name: string): readonly string[] {
  return FORMATS.get(name)?.samples ?? [];
}

/** Whether a text surely has a format: where not, it may have it all the same. */
export function surelyHasFormat(text: string, name: string): boolean {
  const format = FORMATS.get(name);
  if (format === undefined || text.length > 1000) return false;
  return format.samples.includes(text) || format.like?.test(text) === true;
}

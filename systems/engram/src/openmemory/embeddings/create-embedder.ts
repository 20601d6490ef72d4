import {
  exchange,
  Breaker,
  errorTypeOf,
  startCallTime,
  type BreakerOptions,
} from '@errata/upstream';
import { Agent } from 'undici';
import { z } from 'zod';

/** A server that turns texts into vectors. */
export interface EmbeddingsOptions {
  /** Of an OpenAI-compatible server: its `/embeddings`, or what is in front of that. */
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Milliseconds for the vector of one query. Default: 5,000. Texts in the background have 60,000. */
  readonly timeout?: number;
  readonly breaker?: BreakerOptions;
}

/** Why there is no vector. `refused`: the server does not take this text; otherwise it may take it later. */
export class EmbeddingFailure extends Error {
  readonly refused: boolean;

  constructor(message: string, refused = false) {
    super(message);
    this.refused = refused;
  }
}

export type Embedder = ReturnType<typeof createEmbedder>;

/** Characters of a text that are sent. Models read a few hundred words, and some servers refuse more. */
const LONGEST_TEXT = 8_000;
/** Bytes of an answer for each text: a vector of 16,000 numbers. More would stop the process while it is read. */
const MAX_VECTOR = 512 * 1024;
const BACKGROUND_TIMEOUT = 60_000;

/** Statuses that are about the texts: another attempt can only fail again. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

const ANSWER = z.object({
  data: z.array(
    z.object({ index: z.number().int().min(0).exactOptional(), embedding: z.array(z.number()) }),
  ),
});

/** Texts → vectors over HTTP. A server that fails three times in a row is left alone for half a minute, so that searches do not wait for it. */
export function createEmbedder(options: EmbeddingsOptions) {
  const { model, apiKey, timeout = 5_000 } = options;
  const { origin, path } = endpoint(options.url);
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('The key for embeddings has characters that a header cannot carry.');
  }
  const agent = new Agent({ connections: 4, headersTimeout: 0, bodyTimeout: 0 });
  const breaker = new Breaker(() => performance.now(), { failures: 3, ...options.breaker });

  async function ask(texts: readonly string[], time: number, signal?: AbortSignal) {
    const call = startCallTime(time, signal);
    const input = texts.map(shortened);
    try {
      const outcome = await exchange(
        agent,
        {
          ...{ origin, path, method: 'POST' },
          headers: {
            accept: 'application/json',
            'content-type': 'application/json',
            ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
          },
          body: JSON.stringify({ model, input, encoding_format: 'float' }),
        },
        { signal: call.signal, maxBody: texts.length * MAX_VECTOR },
      );
      call.throwIfCancelled();
      switch (outcome.kind) {
        case 'answer':
          return read(outcome.answer, texts.length);
        case 'broken':
          throw new EmbeddingFailure(errorTypeOf(outcome.error));
        case 'stopped':
          throw new EmbeddingFailure(`no answer within ${time / 1_000} s`);
        case 'oversize':
          throw new EmbeddingFailure('the answer is too large');
      }
    } finally {
      call.end();
    }
  }

  /** Rejects with an EmbeddingFailure, or with the reason of the signal. */
  async function embed(texts: readonly string[], time: number, signal?: AbortSignal) {
    const open = breaker.whyOpen();
    if (open !== undefined) throw new EmbeddingFailure(open.last);
    const trial = breaker.begin();
    try {
      const vectors = await ask(texts, time, signal);
      trial.answered();
      return vectors;
    } catch (error) {
      if (error instanceof EmbeddingFailure) {
        if (error.refused) trial.answered();
        else trial.failed(error.message);
      }
      throw error;
    } finally {
      trial.dropped();
    }
  }

  return {
    model,
    /** The vector of a query. */
    query: async (text: string): Promise<Float32Array> => (await embed([text], timeout))[0]!,
    /** The vectors of several texts, in the background. */
    texts: (texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> =>
      embed(texts, Math.max(timeout, BACKGROUND_TIMEOUT), signal),
    close: () => agent.destroy(),
  };
}

/** No error repeats the URL: it may be secret. */
function endpoint(url: string) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const known = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
  if (parsed === undefined || !known || `${parsed.username}${parsed.password}` !== '') {
    throw new TypeError(
      'The URL for embeddings must be like https://host/v1/embeddings, without a user in it.',
    );
  }
  const { origin, pathname, search } = parsed;
  const whole = pathname.endsWith('/embeddings');
  const slash = pathname.endsWith('/') ? '' : '/';
  return { origin, path: `${whole ? pathname : `${pathname}${slash}embeddings`}${search}` };
}

function read(
  { status, body }: { readonly status: number; readonly body: string },
  wanted: number,
): readonly Float32Array[] {
  if (status < 200 || status > 299) {
    throw new EmbeddingFailure(`HTTP ${status}`, REFUSALS.has(status));
  }
  const answer = ANSWER.safeParse(parseJson(body));
  if (!answer.success) throw new EmbeddingFailure('the answer has no vectors');
  const vectors: Float32Array[] = [];
  for (const [place, { index = place, embedding }] of answer.data.data.entries()) {
    vectors[index] = Float32Array.from(embedding);
  }
  const [first] = vectors;
  // Two with the same index leave a hole.
  const complete =
    vectors.length === wanted &&
    !vectors.includes(undefined as never) &&
    vectors.every(
      (vector) => vector.length === first?.length && vector.length > 0 && vector.every(isFinite),
    );
  if (!complete) {
    throw new EmbeddingFailure('the answer does not have one vector for each text');
  }
  return vectors;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // such as the page of a proxy
  }
}

/** Half of a character at the end becomes a question mark. */
function shortened(text: string): string {
  return Buffer.from(text.slice(0, LONGEST_TEXT), 'utf8').toString('utf8');
}

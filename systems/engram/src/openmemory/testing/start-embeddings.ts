import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wordsOf } from '../archive/words.js';

/** How the server answers: as it should, with a status, never, with a body of its own, or `refusing` texts with this word. */
type Mode =
  | 'works'
  | 'hangs'
  | { readonly status: number }
  | { readonly body: string }
  | { readonly refusing: string };

interface EmbeddingsRequest {
  readonly key: string | undefined;
  readonly model: string;
  readonly input: readonly string[];
}

/** Words that mean the same. */
const SAME = [
  ['ship', 'release', 'launch', '发布', '上线'],
  ['friday', 'weekend'],
  ['lunch', 'food', 'meal', 'eat'],
  ['money', 'budget', 'cost', 'spend'],
];

const DIMENSIONS = 64;

/** One dimension for each group of words that mean the same, and some for all other words. */
function vectorOf(text: string): readonly number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0.01);
  for (const word of wordsOf(text)) {
    const group = SAME.findIndex((words) => words.includes(word));
    const hash = [...word].reduce((sum, each) => (sum * 31 + each.codePointAt(0)!) % 9_973, 7);
    vector[group === -1 ? SAME.length + (hash % (DIMENSIONS - SAME.length)) : group]! +=
      group === -1 ? 0.2 : 1;
  }
  return vector;
}

/** An OpenAI-compatible server for embeddings on loopback, whose vectors are always the same for a text. */
export async function startEmbeddings() {
  const requests: EmbeddingsRequest[] = [];
  const state: { mode: Mode; path: string } = { mode: 'works', path: '/v1/embeddings' };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { model, input } = JSON.parse(text) as Pick<EmbeddingsRequest, 'model' | 'input'>;
      requests.push({ key: request.headers.authorization, model, input });
      if (request.url !== state.path) return send(response, 404, '{}');
      answer(response, state.mode, input);
    });
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    setMode: (mode: Mode) => void (state.mode = mode),
    stop,
    start: () => listen(port),
    close: async () => {
      if (server.listening) await stop();
    },
  };
}

function answer(response: ServerResponse, mode: Mode, input: readonly string[]): void {
  if (mode === 'hangs') return;
  if (typeof mode === 'object' && 'status' in mode) return send(response, mode.status, '{}');
  if (typeof mode === 'object' && 'body' in mode) return send(response, 200, mode.body);
  if (typeof mode === 'object' && input.some((text) => text.includes(mode.refusing))) {
    return send(response, 400, '{"error":{"message":"too long"}}');
  }
  const data = input.map((text, index) => ({ index, embedding: vectorOf(text) }));
  // In any order: the index counts.
  send(response, 200, JSON.stringify({ data: data.reverse() }));
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

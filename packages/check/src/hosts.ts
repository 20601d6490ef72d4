import { HOST_PROFILES, view, type HostProfile, type HostResponse } from '@errata/catalogs/hosts';
import { estimateTokens } from '@errata/core/internal';
import type { WireExchange } from './exchange.js';
import { objectOrEmpty, parseJson } from './json/json.js';
import type { ModelView } from './run/results.js';

/** How many tokens a model pays for a text: the same estimate as in the panels. */
export { estimateTokens };

/** The hosts of the panel, in its order. */
const HOSTS = ['claude-code', 'vs-code', 'openai-agents', 'langchain', 'sdk-v1', 'sdk-v2'];

/** What the models behind the hosts would read of the calls among these exchanges that failed. */
export function viewsOf(exchanges: readonly WireExchange[]): readonly ModelView[] {
  return exchanges.flatMap(({ sent, reply }) => {
    const call = callOf(sent[0] ?? '');
    const response = objectOrEmpty(reply?.value);
    if (call === undefined || !isFailure(response)) return [];
    return [{ call, hosts: HOSTS.flatMap((id) => viewAt(id, response)) }];
  });
}

function viewAt(id: string, response: HostResponse): ModelView['hosts'] {
  const profile = HOST_PROFILES.find((each) => each.id === id);
  if (profile === undefined) return [];
  const text = view(response, profile);
  const nothing = text === '' ? whyNothing(response, profile) : undefined;
  return [
    {
      id,
      name: profile.name,
      text,
      ...(nothing !== undefined && { nothing }),
      tokens: estimateTokens(text),
    },
  ];
}

/** Why a model sees nothing; of an error or a result that is none, nothing is known. */
function whyNothing({ error, result }: HostResponse, host: HostProfile): string | undefined {
  if (isObject(error)) {
    return host.rpcError.reaches === 'exception' ? 'the call throws in the program' : undefined;
  }
  if (!isObject(result)) return undefined;
  return host.toolError.content === 'first-block'
    ? 'the first block of the result has no text'
    : 'the result has no text';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** The name of a call that a model has made; undefined for what only programs say. */
function callOf(text: string): string | undefined {
  const { method, params } = objectOrEmpty(parseJson(text));
  if (method !== 'tools/call') return undefined;
  const { name } = objectOrEmpty(params);
  return typeof name === 'string' ? `tools/call ${name}` : 'tools/call';
}

function isFailure({ error, result }: Readonly<Record<string, unknown>>): boolean {
  return error !== undefined || objectOrEmpty(result)['isError'] === true;
}

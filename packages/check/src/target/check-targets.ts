import { randomBytes } from 'node:crypto';
import { checkPeer } from '../run/check-peer.js';
import type { CheckOptions } from '../run/options.js';
import type { Progress, Report, TargetReport, Waiting } from '../run/results.js';
import { openPeer, type PeerOptions } from './open-peer.js';
import type { Target } from './target.js';
import { untilAborted } from './until-aborted.js';

export interface CheckTargetsOptions
  extends
    Omit<CheckOptions, 'onProgress' | 'onWaiting' | 'canaries' | 'clock'>,
    Omit<PeerOptions, 'secrets'> {
  readonly version: string;
  readonly date: Date;
  readonly onProgress?: (progress: Progress) => void;
  /** Takes it when a server is slow to say its first word. */
  readonly onWaiting?: (waiting: Waiting) => void;
}

/** Judge servers, one after the other. */
export async function checkTargets(
  targets: readonly Target[],
  options: CheckTargetsOptions,
): Promise<Report> {
  const { version, date, onProgress, onWaiting, env, cwd, headers, ...rest } = options;
  const { signal } = rest;
  const reports: TargetReport[] = [];
  for (const target of targets) {
    const canaries = createCanaries(target);
    const peer = openPeer(target, {
      env,
      secrets: canaries.environment,
      ...(cwd !== undefined && { cwd }),
      ...(headers && { headers }),
    });
    const report = await checkPeer(signal ? untilAborted(peer, signal) : peer, {
      ...rest,
      canaries,
      ...(onProgress && {
        onProgress: (progress) => onProgress({ target: target.name, ...progress }),
      }),
      ...(onWaiting && {
        onWaiting: (waiting) => onWaiting({ target: target.name, ...waiting }),
      }),
    });
    // A server that fell silent because nobody wanted to hear it any more is no finding.
    signal?.throwIfAborted();
    reports.push({ target: target.name, ...report });
  }
  return { version, date: date.toISOString(), targets: reports, stale: [] };
}

/** Secrets that nobody else has, so that where one turns up it can only have leaked. */
function createCanaries({ kind }: Target): NonNullable<CheckOptions['canaries']> {
  const hex = (): string => randomBytes(12).toString('hex');
  return {
    // Only who is started here gets an environment from us.
    environment: kind === 'stdio' ? [`errata-canary-${hex()}`] : [],
    argument: `Tr0ub4dor-${hex()}`,
  };
}

import type { ToolTier } from '@errata/catalogs/routeros';
import { z } from 'zod';
import type { Role, User } from '../access/user.js';
import type { Router } from '../device/fleet.js';
import type { CapabilityFlag, Device } from '../registry/device.js';
import type { RouterosServices } from '../services.js';
import { deviceFacts, deviceId } from './schemas.js';

interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

/** What a tool works with beside its arguments. */
export interface ToolContext extends RouterosServices {
  readonly user: User;
  readonly signal: AbortSignal;
  /** Report progress, if the caller asked for it. */
  progress(done: number, total: number | undefined, message: string): void;
  /** The device by its id, after every check that this tool has to pass for it. Throws NOT_FOUND or FORBIDDEN. */
  admit(deviceId: string, flag?: CapabilityFlag): Promise<Device>;
}

/** The same for tools that work on one device: `device_id` was looked up and admitted. */
export interface DeviceToolContext extends ToolContext {
  readonly device: Device;
  readonly router: Router;
}

/** The result of a tool: text for the model, facts for programs. */
export interface RouterosToolOutcome<Facts = Readonly<Record<string, unknown>>> {
  /** The first line is complete without the others. */
  readonly text: string;
  /** Becomes `structuredContent`. */
  readonly facts: Facts;
  /** Becomes `_meta`. Default: the facts that are neither lists nor objects. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

interface ToolBase {
  /** `topic/tool-name`. */
  readonly name: string;
  readonly title: string;
  /** For the model: when to use it, and what to use before or instead. */
  readonly description: string;
  readonly tier: ToolTier;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** The roles that may call it. Default: those of its tier. */
  readonly roles?: readonly Role[];
}

// Tools of different arguments are in one list. `defineDeviceTool` and `defineServiceTool` type each of them.
/* eslint-disable @typescript-eslint/no-explicit-any */

/** A tool whose `device_id` names the device that it works on. */
export interface DeviceTool extends ToolBase {
  readonly on: 'device';
  /** The flag that the device needs beside the one of the tier. */
  readonly flag?: CapabilityFlag;
  /** The first RouterOS version that has it, such as `7.10`. */
  readonly since?: string;
  run(args: any, context: DeviceToolContext): Promise<RouterosToolOutcome>;
}

/** A tool of the service itself: the registry, plans. */
export interface ServiceTool extends ToolBase {
  readonly on: 'service';
  run(args: any, context: ToolContext): Promise<RouterosToolOutcome>;
}

/* eslint-enable @typescript-eslint/no-explicit-any */

export type RouterosTool = DeviceTool | ServiceTool;

const hints = (
  readOnlyHint: boolean,
  destructiveHint: boolean,
  idempotentHint: boolean,
): ToolAnnotations => ({ readOnlyHint, destructiveHint, idempotentHint });

/** A tool that reads. */
export const READS = hints(true, false, true);
/** A tool that changes something; the same call twice changes no more than once. */
export const SETS = hints(false, true, true);
/** A tool that adds something; it removes nothing. */
export const ADDS = hints(false, false, false);
/** A tool that removes something. */
export const REMOVES = hints(false, true, false);

/** The members of a schema. */
export type Shape = Readonly<Record<string, z.ZodType>>;
export type ValuesOf<S extends Shape> = { [K in keyof S]: z.output<S[K]> };

/** The same, where lists may be read-only. */
type Facts<T> = T extends object ? { readonly [K in keyof T]: Facts<T[K]> } : T;

/** What a tool declares. */
interface ToolRow<Input extends Shape, Output extends Shape, Context> extends Pick<
  ToolBase,
  'name' | 'title' | 'description' | 'roles'
> {
  /** Default: it reads. */
  readonly annotations?: ToolAnnotations;
  /** Default: fundamental for a tool that reads, advanced for one that changes something. */
  readonly tier?: ToolTier;
  readonly input?: Input;
  readonly output: Output;
  run(
    args: ValuesOf<Input>,
    context: Context,
  ): Promise<RouterosToolOutcome<Facts<ValuesOf<Output>>>>;
}

export interface DeviceToolRow<Input extends Shape, Output extends Shape>
  extends ToolRow<Input, Output, DeviceToolContext>, Pick<DeviceTool, 'flag' | 'since'> {}

/** A tool for one device. Arguments and result get the member `device_id`. */
export function defineDeviceTool<Input extends Shape, Output extends Shape>(
  row: DeviceToolRow<Input, Output>,
): DeviceTool {
  return {
    on: 'device',
    ...frameOf(row),
    input: z.strictObject({ device_id: deviceId, ...row.input }),
    output: z.strictObject({ ...deviceFacts, ...row.output }),
    async run(args: ValuesOf<Input>, context) {
      const outcome = await row.run(args, context);
      return { ...outcome, facts: { device_id: context.device.id, ...outcome.facts } };
    },
  };
}

/** A tool of the service itself. */
export function defineServiceTool<Input extends Shape, Output extends Shape>(
  row: ToolRow<Input, Output, ToolContext>,
): ServiceTool {
  return {
    on: 'service',
    ...frameOf(row),
    input: z.strictObject({ ...row.input }),
    output: z.strictObject(row.output),
  };
}

function frameOf<Row extends Partial<Pick<ToolBase, 'annotations' | 'tier'>>>(row: Row) {
  const { annotations = READS } = row;
  const { tier = annotations.readOnlyHint ? 'fundamental' : 'advanced' } = row;
  return { ...row, annotations, tier };
}

import type { ToolTier } from '@errata/catalogs/routeros';
import type { z } from 'zod';
import type { Role, User } from '../access/user.js';
import type { Router } from '../device/fleet.js';
import type { CapabilityFlag, Device } from '../registry/device.js';
import type { Services } from '../services.js';

export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
}

/** What a tool works with beside its arguments. */
export interface ToolContext extends Services {
  readonly user: User;
  readonly signal: AbortSignal;
  /** Tell the caller how far the work is, if they want to know. */
  progress(done: number, total: number | undefined, message: string): void;
  /** The device by its id, after every check that this tool has to pass for it. Throws NOT_FOUND or FORBIDDEN. */
  admit(deviceId: string, flag?: CapabilityFlag): Promise<Device>;
}

/** The same for tools that work on one device: `device_id` was looked up and admitted. */
export interface DeviceToolContext extends ToolContext {
  readonly device: Device;
  readonly router: Router;
}

/** What a tool found or did: words for the model, facts for programs. */
export interface ToolOutcome<Facts> {
  /** The first line alone says what there is to know; more lines may follow. */
  readonly text: string;
  /** Becomes `structuredContent`. */
  readonly facts: Facts;
  /** Becomes `_meta`; unless told, the members of the facts that are no lists or objects. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

interface ToolBase<Input extends z.ZodObject, Output extends z.ZodObject> {
  /** `topic/tool-name`. */
  readonly name: string;
  readonly title: string;
  /** For the model: when to use it, and what to use before or instead. */
  readonly description: string;
  readonly tier: ToolTier;
  readonly annotations: ToolAnnotations;
  readonly input: Input;
  readonly output: Output;
  /** Who may call it, where that is not what its tier says. */
  readonly roles?: readonly Role[];
}

/** A tool whose `device_id` names the device that it works on. */
export interface DeviceTool<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolBase<
  Input,
  Output
> {
  readonly on: 'device';
  /** The flag that the device needs beside the one of the tier. */
  readonly flag?: CapabilityFlag;
  /** The RouterOS version from which on this works, such as `7.10`. */
  readonly since?: string;
  run(args: z.output<Input>, context: DeviceToolContext): Promise<ToolOutcome<z.input<Output>>>;
}

/** A tool of the service itself: the registry, plans. */
export interface ServiceTool<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
> extends ToolBase<Input, Output> {
  readonly on: 'service';
  run(args: z.output<Input>, context: ToolContext): Promise<ToolOutcome<z.input<Output>>>;
}

// Tools of different inputs live in one list; only `defineTool` sees each with its own types.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Tool = DeviceTool<any, any> | ServiceTool<any, any>;

/** A tool that reads, and may be called again and again. */
export const READS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
};

/** A tool that changes something; the same call twice changes no more than once. */
export const SETS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
};

/** A tool that adds something: nothing that is there is lost. */
export const ADDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
};

/** A tool that takes something away. */
export const REMOVES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
};

/** A tool for one device. Its input has to have a `device_id`, and there is no tool without a tier. */
export function defineDeviceTool<
  Input extends z.ZodObject<{ device_id: z.ZodType<string> }>,
  Output extends z.ZodObject,
>(tool: Omit<DeviceTool<Input, Output>, 'on'>): DeviceTool<Input, Output> {
  return { ...tool, on: 'device' };
}

/** A tool of the service itself. */
export function defineServiceTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Omit<ServiceTool<Input, Output>, 'on'>,
): ServiceTool<Input, Output> {
  return { ...tool, on: 'service' };
}

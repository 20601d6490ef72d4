import type { CapabilityFlag, Credentials, Device, Environment } from './device.js';

export interface DeviceFilter {
  readonly environment?: Environment;
  readonly tag?: string;
  /** Only devices with this flag on. */
  readonly flag?: CapabilityFlag;
}

type Optional = Exclude<
  keyof Device,
  'id' | 'name' | 'management_address' | 'routeros_version' | 'created_at' | 'updated_at'
>;

/** What is said of a device that is registered; the rest has defaults. */
export type NewDevice = Pick<Device, 'id' | 'name' | 'management_address'> &
  Partial<Pick<Device, Optional>>;

export type DeviceChanges = Partial<Omit<NewDevice, 'id'>>;

/**
 * Which devices the caller may see; all of them by default. A name is taken where one of these has it: a CONFLICT with any
 * other would tell of a device that is hidden from the caller.
 */
export type Sees = (deviceId: string) => boolean;

/** The devices that this service knows, and how to sign in to them. */
export interface DeviceRegistry {
  /** In order of their ids. */
  list(filter?: DeviceFilter): Promise<readonly Device[]>;
  find(id: string): Promise<Device | undefined>;
  /** Throws CONFLICT where the id or the name is taken, VALIDATION_ERROR where no connection could be made with it. */
  add(device: NewDevice, credentials: Credentials, sees?: Sees): Promise<Device>;
  /** Other credentials are stored with the changes, or neither is. Throws NOT_FOUND, CONFLICT or VALIDATION_ERROR. */
  update(
    id: string,
    changes: DeviceChanges,
    credentials?: Credentials,
    sees?: Sees,
  ): Promise<Device>;
  /** The credentials go with it. Throws NOT_FOUND. */
  remove(id: string): Promise<void>;
  /** The credentials in clear; they are registered with the redactor on the way. */
  credentials(id: string): Promise<Credentials>;
  /** Whom the service signs in as; readable without the key. */
  username(id: string): Promise<string>;
  rotate(id: string, credentials: Credentials): Promise<void>;
  /** Remember what a device says of its version, as far as it can be listed. */
  noteVersion(id: string, version: string): Promise<void>;
}

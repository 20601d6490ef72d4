import { Fault, isFault } from '@errata/core/fault';
import { inReach, type User } from '../../access/index.js';

/** Do something with the registry. A conflict with a device that is none of the user's does not tell which one it is. */
export async function hideOthers<T>(user: User, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!isFault(thrown)) throw thrown;
    const { existing_device_id: existing, ...context } = thrown.context as {
      readonly existing_device_id?: string;
    };
    if (existing === undefined || inReach(user, existing)) throw thrown;
    const options = { ...thrown.given, ref: thrown.ref, suggestion: 'Choose another name' };
    throw new Fault(thrown.definition, context, options);
  }
}

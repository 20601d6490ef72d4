import { describe, expect, it } from 'vitest';
import { deviceNotFound } from './device.js';

const VISIBLE = [1, 2, 3, 4, 5, 6].map((n) => ({ id: `dev-${n}`, name: `Router-${n}` }));

describe('deviceNotFound', () => {
  it('names the first devices that there are, and the tool that shows all', () => {
    expect(deviceNotFound('dev-x', VISIBLE)).toMatchObject({
      reason: 'NOT_FOUND',
      context: { device_id: 'dev-x', resource_type: 'device', available_device_count: 6 },
      details:
        "Device 'dev-x' not found in registry. Available devices: dev-1, dev-2, dev-3, dev-4, dev-5. " +
        'Use registry/list to see all devices, or registry/add to add a new device.',
      suggestion: 'Use registry/list to see all available devices',
    });
    expect(deviceNotFound('dev-x', []).details).toContain('Available devices: none.');
  });

  it('says whose name it is, where it is a name', () => {
    expect(deviceNotFound('router-2', VISIBLE)).toMatchObject({
      details: "Device 'router-2' not found in registry: that is the name of dev-2",
      suggestion: 'Use device_id=dev-2',
    });
  });
});

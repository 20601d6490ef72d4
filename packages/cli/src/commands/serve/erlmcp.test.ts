import { describe, expect, it } from 'vitest';
import { parseServe } from '../../testing/run.js';
import { ERLMCP, transportOf, toErlmcpOptions } from './erlmcp.js';

const parse = (...argv: string[]) => parseServe(ERLMCP, argv);

describe('the flags of errata serve erlmcp', () => {
  it('leave every default to the server', () => {
    expect(toErlmcpOptions(parse())).toEqual({});
  });

  it('mean what the server can be told', () => {
    const flags = parse(
      ...['--root', 'notes', '--upstream', 'http://127.0.0.1:8080/report', '--admin'],
      ...['--deadline', '0.25', '--rate', '10', '--per-second', '0.5'],
      ...['--max-message-bytes', '65536', '--port', '4000'],
    );
    expect(toErlmcpOptions(flags)).toEqual({
      root: 'notes',
      upstream: 'http://127.0.0.1:8080/report',
      admin: true,
      deadline: 250,
      rate: { burst: 10, perSecond: 0.5 },
      maxMessageBytes: 65_536,
    });
  });

  it('can switch the deadline off', () => {
    expect(toErlmcpOptions(parse('--deadline', '0'))).toEqual({ deadline: 0 });
  });

  it.each([
    [[], 'stdio'],
    [['--stdio'], 'stdio'],
    [['--http', '--port', '0', '--host', '::1', '--trust-everybody'], 'http'],
    [['--tcp', '--port', '0', '--host', '::1', '--trust-everybody'], 'tcp'],
  ])('%j is served on %s', (argv, transport) => {
    expect(transportOf(parse(...argv))).toBe(transport);
  });
});

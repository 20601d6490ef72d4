// Hand-written: lines in, lines out, nothing else.
const result = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'bench', version: '1.0.0' },
};
let rest = '';
process.stdin.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    const reply =
      method === 'initialize' ? { result } : { error: { code: -32601, message: 'No such method' } };
    if (id !== undefined) {
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
    }
  }
});

import { listenOn } from '../../../../lib/announce.js';
import { answer } from '../floor.js';

// Raw node:http: read the body, answer it, and nothing else. No header is looked at.
listenOn((request, response) => {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = answer(Buffer.concat(chunks).toString()) ?? '';
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'Mcp-Session-Id': 'one',
    });
    response.end(body);
  });
});

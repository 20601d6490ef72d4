import type { RequestListener } from 'node:http';

/** A route that shows one document to everybody, pages of other origins included. */
export function serveJson(document: object): RequestListener {
  const body = JSON.stringify(document);
  return (request, response) => {
    const known = request.method === 'GET' || request.method === 'HEAD';
    response.writeHead(known ? 200 : 405, {
      'Content-Type': 'application/json',
      'Access-Control-Allow-Origin': '*',
      ...(!known && { Allow: 'GET, HEAD' }),
    });
    response.end(known && request.method === 'GET' ? body : undefined);
  };
}

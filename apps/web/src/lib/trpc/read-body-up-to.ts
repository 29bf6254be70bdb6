/** The whole body, or null as soon as it turns out to be longer than `limit` bytes. */
export async function readBodyUpTo(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length')) > limit) return null;
  if (!request.body) return new Uint8Array();

  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.byteLength;
    if (length > limit) return null;
    chunks.push(chunk);
  }

  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}

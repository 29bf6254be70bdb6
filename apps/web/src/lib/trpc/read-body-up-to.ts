/** The whole body of a request; null if it is longer than `limit` bytes, or the client has disconnected. */
export async function readBodyUpTo(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length')) > limit) return null;
  if (!request.body) return new Uint8Array();

  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body) {
      length += chunk.byteLength;
      if (length > limit) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }

  return Buffer.concat(chunks);
}

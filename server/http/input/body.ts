/** `cut`: the client disconnected before the end of the body. */
export type BodyReadFailure = 'tooLarge' | 'cut';

/**
 * Reads the request's text, up to `maxBytes`. A larger body is drained to its end before the response: after an earlier response the
 * client would see a reset connection instead of the reason, and retry forever.
 */
export async function readBody(request: Request, maxBytes: number): Promise<string | { fault: BodyReadFailure }> {
  const declaredLength = request.headers.get('content-length');
  try {
    // Node refuses a body longer than its declared length, so the adapter's fast path is safe.
    if (declaredLength !== null && Number(declaredLength) <= maxBytes) return await request.text();
    return await readCounted(request, maxBytes);
  } catch {
    return { fault: 'cut' };
  }
}

async function readCounted(request: Request, maxBytes: number): Promise<string | { fault: BodyReadFailure }> {
  if (request.body === null) return '';
  const reader = request.body.getReader();
  let sizeBytes = 0;
  let chunks: Uint8Array[] = [];
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    sizeBytes += chunk.value.byteLength;
    if (sizeBytes <= maxBytes) chunks.push(chunk.value);
    else chunks = [];
  }
  return sizeBytes > maxBytes ? { fault: 'tooLarge' } : Buffer.concat(chunks).toString('utf8');
}

/** Reads and discards the rest of a request's body. */
export async function drainBody(request: Request): Promise<void> {
  await readBody(request, 0);
}

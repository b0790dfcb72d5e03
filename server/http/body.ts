/** `cut`: the client went away before the end. */
export type BodyFault = 'tooLarge' | 'cut';

/**
 * The request's text, unless it is larger than `maxBytes`. A body over the limit is drained to its end first: answered
 * earlier, the client would see a reset connection instead of the reason, and try for ever.
 */
export async function readBody(request: Request, maxBytes: number): Promise<string | { fault: BodyFault }> {
  const declared = request.headers.get('content-length');
  try {
    // Node refuses a body longer than it declares, so within the limit the adapter's own fast path is safe.
    if (declared !== null && Number(declared) <= maxBytes) return await request.text();
    return await readCounted(request, maxBytes);
  } catch {
    return { fault: 'cut' };
  }
}

async function readCounted(request: Request, maxBytes: number): Promise<string | { fault: BodyFault }> {
  if (request.body === null) return '';
  const reader = request.body.getReader();
  let sizeBytes = 0;
  let kept: Uint8Array[] = [];
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    sizeBytes += chunk.value.byteLength;
    if (sizeBytes <= maxBytes) kept.push(chunk.value);
    else kept = [];
  }
  return sizeBytes > maxBytes ? { fault: 'tooLarge' } : Buffer.concat(kept).toString('utf8');
}

export async function drainBody(request: Request): Promise<void> {
  await readBody(request, 0);
}

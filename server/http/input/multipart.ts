/** Events of a `multipart/form-data` body, in order. A fault is the last event. */
export type MultipartEvent =
  | { readonly kind: 'part'; readonly name: string; readonly fileName: string | null }
  | { readonly kind: 'data'; readonly bytes: Buffer }
  /** `cut`: the client disconnected before the end of the body. */
  | { readonly kind: 'fault'; readonly fault: 'malformed' | 'cut' };

/** Limit of a part's headers, many times the size of a name and a type. */
const maxHeadBytes = 8192;
const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');

/** Returns the boundary named by a Content-Type, or null if it is no multipart form. */
export function parseMultipartBoundary(contentType: string | null): string | null {
  const found = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '');
  return found?.[1] ?? found?.[2] ?? null;
}

/** Parses a form as a stream and holds at most one chunk of the connection in memory. Node's own `formData()` would hold the whole body. */
export async function* readMultipart(body: ReadableStream<Uint8Array>, boundary: string): AsyncGenerator<MultipartEvent> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const reader = body.getReader();
  let state: 'preamble' | 'data' | 'boundary' | 'head' | 'done' = 'preamble';
  // Begin with a line break, because the first delimiter of a body has none before it.
  let buffer: Buffer = lineEnd;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      // Content after the last delimiter is read and dropped.
      if (state === 'done') continue;
      buffer = Buffer.concat([buffer, value]);
      let moved = true;
      while (moved) {
        moved = false;
        if (state === 'preamble' || state === 'data') {
          const at = buffer.indexOf(delimiter);
          const end = at >= 0 ? at : Math.max(0, buffer.length - delimiter.length + 1);
          if (state === 'data' && end > 0) yield { kind: 'data', bytes: buffer.subarray(0, end) };
          buffer = buffer.subarray(end);
          if (at >= 0) {
            state = 'boundary';
            moved = true;
          }
        } else if (state === 'boundary' && buffer.length >= delimiter.length + 2) {
          const after = buffer.toString('latin1', delimiter.length, delimiter.length + 2);
          if (after !== '--' && after !== '\r\n') return yield { kind: 'fault', fault: 'malformed' };
          state = after === '--' ? 'done' : 'head';
          buffer = buffer.subarray(delimiter.length + 2);
          moved = state === 'head';
        } else if (state === 'head') {
          const at = buffer.indexOf(headEnd);
          if (at < 0 && buffer.length > maxHeadBytes) return yield { kind: 'fault', fault: 'malformed' };
          if (at < 0) continue;
          const head = parsePartHead(buffer.toString('utf8', 0, at));
          if (head === null) return yield { kind: 'fault', fault: 'malformed' };
          yield head;
          buffer = buffer.subarray(at + headEnd.length);
          state = 'data';
          moved = true;
        }
      }
    }
    if (state !== 'done') yield { kind: 'fault', fault: 'malformed' };
  } catch {
    yield { kind: 'fault', fault: 'cut' };
  } finally {
    reader.releaseLock();
  }
}

function parsePartHead(text: string): MultipartEvent | null {
  const line = text.split('\r\n').find((each) => /^content-disposition:/i.test(each));
  if (line === undefined) return null;
  const name = readParameter(line, 'name');
  return name === null ? null : { kind: 'part', name, fileName: readParameter(line, 'filename') };
}

/** Returns a parameter of a header line. Browsers encode quotes and line breaks in names as %22, %0D and %0A, and send the rest as UTF-8. */
function readParameter(line: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"|;\\s*${name}=([^\\s;"]+)`, 'i').exec(line);
  const value = match?.[1] ?? match?.[2];
  return value === undefined
    ? null
    : value
        .replace(/%22/g, '"')
        .replace(/%0[AD]/gi, ' ')
        .replace(/\\"/g, '"');
}

import { answerFileLimits } from '../../sync/engine/answer-file.ts';

const lineEnd = 10;

/**
 * The lines of an answer file, one in memory at a time: it may hold more photos than a weak PC has memory for. A line longer than any of ours comes
 * empty, so that a file of another kind is never held whole either. `passed` hears how many bytes are behind it.
 */
export async function* fileLines(file: { stream(): ReadableStream<Uint8Array> }, passed?: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  let parts: Uint8Array[] = [];
  let size = 0;
  let done = 0;
  const keep = (part: Uint8Array): void => {
    size += part.length;
    if (size > answerFileLimits.lineBytes) parts = [];
    else parts.push(part);
  };
  const line = (): string => {
    const text = parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
    parts = [];
    size = 0;
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  };
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const chunk = next.value;
      let from = 0;
      for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, from)) {
        keep(chunk.subarray(from, end));
        passed?.(done + end + 1);
        yield line();
        from = end + 1;
      }
      keep(chunk.slice(from));
      done += chunk.length;
    }
    // Written with an end of line after the last.
    if (size > 0) yield line();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

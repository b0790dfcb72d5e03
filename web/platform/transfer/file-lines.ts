import { answerFileLimits } from '../../../sync/engine/transfer/answer-file.ts';

const lineEnd = 10;

/**
 * Reads an answer file line by line. Only one line is in memory at a time, because the photos in a file may exceed a weak PC's memory. A line
 * longer than `answerFileLimits.lineBytes` is returned empty, so that a foreign file is never held in memory. `passed` receives the number of
 * bytes read so far.
 */
export async function* readFileLines(
  file: { stream(): ReadableStream<Uint8Array> },
  passed?: (bytes: number) => void,
): AsyncGenerator<string> {
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
    // The last line may have no line end.
    if (size > 0) yield line();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

import { answerFileLimits } from '../../sync/engine/answer-file.ts';
import { utf8, utf8Text } from '../../sync/seal/bytes.ts';

const through = (bytes: Uint8Array, stream: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(stream);

/** Compresses a text with raw deflate. */
export const packed = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await new Response(through(utf8(text), new CompressionStream('deflate-raw'))).arrayBuffer());

/** Decompresses a text. Rejects damaged data, and data larger than an answer file may be. */
export async function unpacked(bytes: Uint8Array): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = through(bytes, new DecompressionStream('deflate-raw')).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > answerFileLimits.bytes) throw new Error('more than an answer file may hold');
    parts.push(Uint8Array.from(next.value));
  }
  return utf8Text(new Uint8Array(await new Blob(parts).arrayBuffer()));
}

import { answerFileLimits } from '../../../sync/engine/transfer/answer-file.ts';
import { encodeUtf8, decodeUtf8 } from '../../../sync/crypto/bytes.ts';

const pipeBytes = (bytes: Uint8Array, stream: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(stream);

/** Compresses a text with raw deflate. */
export const compressText = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await new Response(pipeBytes(encodeUtf8(text), new CompressionStream('deflate-raw'))).arrayBuffer());

/** Decompresses a text. Rejects damaged data, and data larger than an answer file may be. */
export async function decompressText(bytes: Uint8Array): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = pipeBytes(bytes, new DecompressionStream('deflate-raw')).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > answerFileLimits.bytes) throw new Error('the answer file exceeds its size limit');
    parts.push(Uint8Array.from(next.value));
  }
  return decodeUtf8(new Uint8Array(await new Blob(parts).arrayBuffer()));
}

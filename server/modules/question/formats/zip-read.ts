import { Unzip, UnzipInflate } from 'fflate';
import { formatMessages as messages } from './format-messages.ts';
import { UnreadableFile } from './question-format.ts';

const mb = 1024 * 1024;
/** What a package may hold. Whatever it claims, no more than this is ever unpacked. */
export const zipLimits = { entries: 5000, unpackedMb: 120, ratio: 250, ratioFromBytes: 4 * mb } as const;

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
export const isOldOffice = (bytes: Uint8Array): boolean => [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);

/** The files of a package by name; only those `wanted` are unpacked. Packed bytes go in by small pieces, so that a bomb is stopped in its first megabytes. */
export function readZip(bytes: Uint8Array, wanted: (name: string) => boolean = () => true): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let entries = 0;
  let unpacked = 0;
  try {
    const unzip = new Unzip((file) => {
      entries += 1;
      if (entries > zipLimits.entries) throw new UnreadableFile(messages.zipEntries(zipLimits.entries));
      const name = file.name.replaceAll('\\', '/');
      if (name.startsWith('/') || /^[A-Za-z]:/.test(name) || name.split('/').includes('..') || name.includes('\0'))
        throw new UnreadableFile(messages.zipPath(name));
      if (name.endsWith('/') || !wanted(name)) return;
      const chunks: Uint8Array[] = [];
      let size = 0;
      file.ondata = (error, chunk, final) => {
        if (error !== null) throw error;
        size += chunk.length;
        unpacked += chunk.length;
        if (unpacked > zipLimits.unpackedMb * mb) throw new UnreadableFile(messages.zipSize(zipLimits.unpackedMb));
        if (size > zipLimits.ratioFromBytes && size > zipLimits.ratio * Math.min(bytes.length, file.size ?? bytes.length))
          throw new UnreadableFile(messages.zipRatio(name));
        chunks.push(chunk);
        if (final) files.set(name, joined(chunks, size));
      };
      file.start();
    });
    unzip.register(UnzipInflate);
    const piece = 32 * 1024;
    for (let at = 0; at < bytes.length; at += piece) unzip.push(bytes.subarray(at, at + piece), at + piece >= bytes.length);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableFile(/encrypt|compression type 99/i.test(why) ? messages.encryptedZip() : messages.damaged(why));
  }
  if (files.size === 0 && entries === 0) throw new UnreadableFile(messages.damaged());
  return files;
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

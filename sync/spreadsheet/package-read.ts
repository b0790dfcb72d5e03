import { Unzip, UnzipInflate } from 'fflate';

/** Reason why a package (a zip file) cannot be read; the caller words the message. */
export type PackageProblem =
  | { readonly kind: 'damaged'; readonly cause: string }
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'tooManyFiles'; readonly limit: number }
  | { readonly kind: 'tooLarge'; readonly limitMb: number }
  /** A zip bomb: the file `name` unpacks to far more than its packed size. */
  | { readonly kind: 'bomb'; readonly name: string }
  /** A file name that points outside the package. */
  | { readonly kind: 'path'; readonly name: string };

/** Limits of a package. The reader never unpacks more, regardless of the sizes stated in the file. */
export interface PackageLimits {
  readonly files: number;
  readonly unpackedMb: number;
  /** Highest allowed ratio of unpacked to packed size of a file in the package. */
  readonly ratio: number;
  /** Number of unpacked bytes from which `ratio` is checked. */
  readonly ratioFromBytes: number;
}

/** Thrown to stop unpacking. Carries the problem and, if a part was too large, its beginning. */
export class PackageError extends Error {
  readonly problem: PackageProblem;
  readonly part: { readonly name: string; readonly partialContent: Uint8Array } | undefined;
  constructor(problem: PackageProblem, part?: { readonly name: string; readonly partialContent: Uint8Array }) {
    super(problem.kind);
    this.problem = problem;
    this.part = part;
  }
}

const mb = 1024 * 1024;
const hasPrefix = (bytes: Uint8Array, magic: readonly number[]): boolean => magic.every((byte, at) => bytes[at] === byte);
export const isZipFile = (bytes: Uint8Array): boolean => hasPrefix(bytes, [0x50, 0x4b, 3, 4]);
/** Recognises Word and Excel files from before 2007, and today's files if they have a password. */
export const isLegacyOfficeFile = (bytes: Uint8Array): boolean => hasPrefix(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

/**
 * Reads the parts of a package by name and unpacks only those that `isWanted` accepts. Packed bytes are fed in small blocks, so that a zip
 * bomb is stopped in its first megabytes. Throws `PackageError`.
 */
export function readPackage(bytes: Uint8Array, limits: PackageLimits, isWanted: (name: string) => boolean): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>();
  let files = 0;
  let unpacked = 0;
  try {
    const unzip = new Unzip((file) => {
      files += 1;
      if (files > limits.files) throw new PackageError({ kind: 'tooManyFiles', limit: limits.files });
      const name = file.name.replaceAll('\\', '/');
      if (name.startsWith('/') || /^[A-Za-z]:/.test(name) || name.split('/').includes('..') || name.includes('\0'))
        throw new PackageError({ kind: 'path', name });
      if (name.endsWith('/') || !isWanted(name)) return;
      const chunks: Uint8Array[] = [];
      let size = 0;
      const stop = (problem: PackageProblem): never => {
        throw new PackageError(problem, { name, partialContent: joinChunks(chunks, size) });
      };
      file.ondata = (error, chunk, final) => {
        if (error !== null) throw error;
        chunks.push(chunk);
        size += chunk.length;
        unpacked += chunk.length;
        if (unpacked > limits.unpackedMb * mb) stop({ kind: 'tooLarge', limitMb: limits.unpackedMb });
        if (size > limits.ratioFromBytes && size > limits.ratio * Math.min(bytes.length, file.size ?? bytes.length))
          stop({ kind: 'bomb', name });
        if (final) parts.set(name, joinChunks(chunks, size));
      };
      file.start();
    });
    unzip.register(UnzipInflate);
    const blockBytes = 32 * 1024;
    for (let offset = 0; offset < bytes.length; offset += blockBytes)
      unzip.push(bytes.subarray(offset, offset + blockBytes), offset + blockBytes >= bytes.length);
  } catch (error) {
    if (error instanceof PackageError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new PackageError(/encrypt|compression type 99/i.test(why) ? { kind: 'encrypted' } : { kind: 'damaged', cause: why });
  }
  if (files === 0 || !isWhole(bytes)) throw new PackageError({ kind: 'damaged', cause: '' });
  return parts;
}

/**
 * Tells whether the package is complete. It must end with the zip directory's end record, followed by a comment of at most 64 KB; an
 * interrupted download has none.
 */
function isWhole(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at -= 1)
    if (hasPrefix(bytes.subarray(at, at + 4), [0x50, 0x4b, 5, 6])) return true;
  return false;
}

function joinChunks(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

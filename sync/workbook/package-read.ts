import { Unzip, UnzipInflate } from 'fflate';

/** Why a package (a zip file) can't be read; the words are the caller's. */
export type PackageProblem =
  | { readonly kind: 'damaged'; readonly why: string }
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'tooManyFiles'; readonly limit: number }
  | { readonly kind: 'tooLarge'; readonly limitMb: number }
  /** Packed beyond reason. */
  | { readonly kind: 'bomb'; readonly name: string }
  /** A name that leads out of the package. */
  | { readonly kind: 'path'; readonly name: string };

/** What a package may hold. Whatever it claims, no more than this is ever unpacked. */
export interface PackageLimits {
  readonly files: number;
  readonly unpackedMb: number;
  /** How many times its packed size a part may have… */
  readonly ratio: number;
  /** …once it is larger than this. */
  readonly ratioFromBytes: number;
}

/** Thrown out of the unpacking; carries what was wrong and, where a part was too large, what had been unpacked of it. */
export class PackageStop extends Error {
  readonly problem: PackageProblem;
  readonly part: { readonly name: string; readonly begun: Uint8Array } | undefined;
  constructor(problem: PackageProblem, part?: { readonly name: string; readonly begun: Uint8Array }) {
    super(problem.kind);
    this.problem = problem;
    this.part = part;
  }
}

const mb = 1024 * 1024;
const begins = (bytes: Uint8Array, magic: readonly number[]): boolean => magic.every((byte, at) => bytes[at] === byte);
export const isPackage = (bytes: Uint8Array): boolean => begins(bytes, [0x50, 0x4b, 3, 4]);
/** Word, Excel of before 2007; with a password those of today too. */
export const isOldOffice = (bytes: Uint8Array): boolean => begins(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

/**
 * The parts of a package by name; only those `wanted` are unpacked. Packed bytes go in by small pieces, so that a bomb is stopped in its first
 * megabytes. Throws `PackageStop`.
 */
export function readPackage(bytes: Uint8Array, limits: PackageLimits, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>();
  let files = 0;
  let unpacked = 0;
  try {
    const unzip = new Unzip((file) => {
      files += 1;
      if (files > limits.files) throw new PackageStop({ kind: 'tooManyFiles', limit: limits.files });
      const name = file.name.replaceAll('\\', '/');
      if (name.startsWith('/') || /^[A-Za-z]:/.test(name) || name.split('/').includes('..') || name.includes('\0'))
        throw new PackageStop({ kind: 'path', name });
      if (name.endsWith('/') || !wanted(name)) return;
      const chunks: Uint8Array[] = [];
      let size = 0;
      const stop = (problem: PackageProblem): never => {
        throw new PackageStop(problem, { name, begun: joined(chunks, size) });
      };
      file.ondata = (error, chunk, final) => {
        if (error !== null) throw error;
        chunks.push(chunk);
        size += chunk.length;
        unpacked += chunk.length;
        if (unpacked > limits.unpackedMb * mb) stop({ kind: 'tooLarge', limitMb: limits.unpackedMb });
        if (size > limits.ratioFromBytes && size > limits.ratio * Math.min(bytes.length, file.size ?? bytes.length))
          stop({ kind: 'bomb', name });
        if (final) parts.set(name, joined(chunks, size));
      };
      file.start();
    });
    unzip.register(UnzipInflate);
    const piece = 32 * 1024;
    for (let at = 0; at < bytes.length; at += piece) unzip.push(bytes.subarray(at, at + piece), at + piece >= bytes.length);
  } catch (error) {
    if (error instanceof PackageStop) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new PackageStop(/encrypt|compression type 99/i.test(why) ? { kind: 'encrypted' } : { kind: 'damaged', why });
  }
  if (files === 0 || !isWhole(bytes)) throw new PackageStop({ kind: 'damaged', why: '' });
  return parts;
}

/** A package ends in its directory's end, before a comment of at most 64 KB: one that was cut short in a download has none. */
function isWhole(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at -= 1)
    if (begins(bytes.subarray(at, at + 4), [0x50, 0x4b, 5, 6])) return true;
  return false;
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

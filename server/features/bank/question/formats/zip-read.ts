import { type PackageLimits, type PackageProblem, PackageError, readPackage } from '../../../../../sync/spreadsheet/package-read.ts';
import type { Message } from '../../../../http/handler.ts';
import { formatMessages as messages } from './format-messages.ts';
import { UnreadableFileError } from './question-format.ts';

const mb = 1024 * 1024;
/** Limits of an uploaded ZIP file of questions: number of files, unpacked size, and ratio of unpacked to packed size (checked from 4 MB on). */
export const zipLimits: PackageLimits = { files: 5000, unpackedMb: 120, ratio: 250, ratioFromBytes: 4 * mb };

/** Returns the files of a package by name; unpacks only those for which `isWanted` returns true. Throws `UnreadableFileError`. */
export function readZip(bytes: Uint8Array, isWanted: (name: string) => boolean = () => true): Map<string, Uint8Array> {
  try {
    return readPackage(bytes, zipLimits, isWanted);
  } catch (error) {
    if (error instanceof PackageError) throw new UnreadableFileError(getPackageMessage(error.problem));
    throw error;
  }
}

/** Returns the message for a package that exceeds a limit or is damaged. */
export function getPackageMessage(problem: PackageProblem): Message {
  switch (problem.kind) {
    case 'damaged':
      return messages.damaged(problem.cause);
    case 'encrypted':
      return messages.encryptedZip();
    case 'tooManyFiles':
      return messages.zipEntries(problem.limit);
    case 'tooLarge':
      return messages.zipSize(problem.limitMb);
    case 'bomb':
      return messages.zipRatio(problem.name);
    case 'path':
      return messages.zipPath(problem.name);
  }
}

import { z } from 'zod';
import type { AnswerValue } from './ops.ts';

/**
 * A file on an answer. It is an answer under a name of its own, "7/3fa9c1d2" for question 7: so it is written, merged, restated, limited by
 * a hand-in and decided about as every other, with no rule of its own. Its value says what the file is and lists its sealed pieces by
 * their hashes; the pieces travel beside the ops, and nothing but what an op names is ever taken (`piece-loop.ts`).
 */

export const fileLimits = {
  /** Before sealing. Sealed and in base64, one piece is well below what a call may hold. */
  pieceBytes: 96 * 1024,
  /** Told before a file is taken. */
  fileBytes: 10 * 1024 * 1024,
  /** On one question; the question itself may ask for fewer. */
  perQuestion: 9,
  /** All that the server keeps for one attempt, taken back or not. */
  attemptBytes: 64 * 1024 * 1024,
} as const;

/** Nonce and tag. */
export const sealedOverhead = 28;
/** So many pieces fit into `attemptBytes`, however full each is: what a device takes for one attempt. */
export const attemptPieces = Math.floor(fileLimits.attemptBytes / (fileLimits.pieceBytes + sealedOverhead));
const hashChars = 43;
/** Hashes in one string of an answer's value, which may hold 4 000 characters. */
const hashesAString = 90;

const meta = z.object({
  name: z.string().min(1).max(200),
  /** As the device told it by the content; whoever serves it looks again. */
  type: z.string().max(100),
  bytes: z.int().min(1).max(fileLimits.fileBytes),
  /** base64url of the key its pieces are sealed with: known to who can open the op. */
  key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
});

export interface AttachedFile extends z.output<typeof meta> {
  /** SHA-256 of each sealed piece, base64url, in their order. */
  readonly pieces: readonly string[];
}

const namePattern = /^([1-9][0-9]{0,3})\/([0-9a-f]{8})$/;

/** "7" for "7/3fa9c1d2"; undefined for the answer itself. */
export const questionOfFile = (itemId: string): string | undefined => namePattern.exec(itemId)?.[1];

/** The question an answer, or a file on it, belongs to. */
export const questionOf = (itemId: string): string => questionOfFile(itemId) ?? itemId;

export const pieceCount = (bytes: number): number => Math.ceil(bytes / fileLimits.pieceBytes);

export function fileValue({ pieces, ...about }: AttachedFile): AnswerValue {
  const lists: string[] = [];
  for (let at = 0; at < pieces.length; at += hashesAString) lists.push(pieces.slice(at, at + hashesAString).join(''));
  const { name, type, bytes, key } = about;
  return [JSON.stringify({ name, type, bytes, key }), ...lists];
}

/** Undefined: taken back (an empty value), or not what a file's value is. */
export function readFileValue(value: AnswerValue): AttachedFile | undefined {
  const [about, ...lists] = value;
  if (about === undefined) return undefined;
  let told: unknown;
  try {
    told = JSON.parse(about);
  } catch {
    return undefined;
  }
  const parsed = meta.safeParse(told);
  const pieces = lists.join('').match(/[A-Za-z0-9_-]{43}/g) ?? [];
  const whole = lists.join('').length === pieces.length * hashChars;
  return parsed.success && whole && pieces.length === pieceCount(parsed.data.bytes) ? { ...parsed.data, pieces } : undefined;
}

/** What is said when all of a file is there: its pieces name it. */
export const fileName = (file: Pick<AttachedFile, 'pieces'>): string => file.pieces.join('');

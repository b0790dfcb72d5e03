import { z } from 'zod';
import type { AnswerValue } from './ops.ts';

/**
 * Limits of file attachments. A file is an answer with an item id of its own, such as "7/3fa9c1d2" for question 7. So every rule for answers
 * (writing, merging, hand-in, staff decision) applies to it. Its value describes the file and lists its sealed chunks by hash. The chunks are sent
 * separately from the ops, and the server takes only chunks that an op names (`chunk-upload-loop.ts`).
 */

export const attachmentLimits = {
  /** Bytes of a chunk before sealing. A sealed chunk in base64 is well below the limit of a call. */
  chunkBytes: 96 * 1024,
  /** Maximum size of a file in bytes. The page checks it before it seals a file. */
  fileBytes: 10 * 1024 * 1024,
  /** Maximum number of files on one question. The question itself may allow fewer. */
  perQuestion: 9,
  /** Maximum number of bytes that the server stores for one attempt, removed files included. */
  attemptBytes: 64 * 1024 * 1024,
} as const;

/** Bytes that sealing adds to a chunk: nonce and authentication tag. */
export const sealOverheadBytes = 28;
/** Maximum number of chunks that a device accepts for one attempt, so that full chunks fit into `attemptBytes`. */
export const maxAttemptChunks = Math.floor(attachmentLimits.attemptBytes / (attachmentLimits.chunkBytes + sealOverheadBytes));
const hashChars = 43;
/** Number of hashes in one string of an answer's value. A string may hold 4 000 characters. */
const hashesAString = 90;

const meta = z.object({
  name: z.string().min(1).max(200),
  /** MIME type that the device derived from the content. The code that serves the file checks it again. */
  type: z.string().max(100),
  bytes: z.int().min(1).max(attachmentLimits.fileBytes),
  /** Key that seals the chunks, base64url. Only a reader who can open the op learns it. */
  key: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
});

export interface AttachedFile extends z.output<typeof meta> {
  /** SHA-256 of each sealed chunk, base64url, in order. */
  readonly chunkHashes: readonly string[];
}

const namePattern = /^([1-9][0-9]{0,3})\/([0-9a-f]{8})$/;

/** Returns the question of an attachment's item id, for example "7" for "7/3fa9c1d2". Returns undefined for an ordinary answer. */
export const parseAttachmentQuestion = (itemId: string): string | undefined => namePattern.exec(itemId)?.[1];

/** Returns the question that an answer or an attachment belongs to. */
export const getItemQuestion = (itemId: string): string => parseAttachmentQuestion(itemId) ?? itemId;

/** Returns the number of chunks for a file of this many bytes. */
export const countFileChunks = (bytes: number): number => Math.ceil(bytes / attachmentLimits.chunkBytes);

/** Builds the answer value that describes a file and lists the hashes of its chunks. */
export function encodeFileValue({ chunkHashes, ...about }: AttachedFile): AnswerValue {
  const lists: string[] = [];
  for (let at = 0; at < chunkHashes.length; at += hashesAString) lists.push(chunkHashes.slice(at, at + hashesAString).join(''));
  const { name, type, bytes, key } = about;
  return [JSON.stringify({ name, type, bytes, key }), ...lists];
}

/** Parses an answer value as a file. Returns undefined if the file was removed (empty value) or the value is not a valid file. */
export function parseFileValue(value: AnswerValue): AttachedFile | undefined {
  const [about, ...lists] = value;
  if (about === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(about);
  } catch {
    return undefined;
  }
  const parsed = meta.safeParse(content);
  const chunkHashes = lists.join('').match(/[A-Za-z0-9_-]{43}/g) ?? [];
  const hasOnlyHashes = lists.join('').length === chunkHashes.length * hashChars;
  return parsed.success && hasOnlyHashes && chunkHashes.length === countFileChunks(parsed.data.bytes)
    ? { ...parsed.data, chunkHashes }
    : undefined;
}

/** Returns the name under which the server reports a complete file: the hashes of its chunks, joined. */
export const getStoredFileName = (file: Pick<AttachedFile, 'chunkHashes'>): string => file.chunkHashes.join('');

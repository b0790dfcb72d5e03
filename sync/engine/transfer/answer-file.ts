import { z } from 'zod';
import { pushInput, pushLimits, type PushInput, syncCalls } from '../../contract/exams/sync.ts';
import { epochMs, uuid } from '../../contract/scalars.ts';
import type { ClientStore, DigestText, StreamRow } from '../ports.ts';
import type { ChunkRow } from '../store/chunk-store.ts';
import { buildNextBatch } from '../outbox/push-batch.ts';
import { tryParseJson } from '../../domain/json.ts';

/**
 * SY16: format of the answer file, in which the answers of an attempt travel without a network. It is text; each line holds a digest of the rest, a
 * tab and JSON. The first line names the examinee. Each following line is a push as the network would carry it (SY7a), so the file holds neither keys
 * nor readable answers. The server appends those pushes like any other. After the pushes come the sealed chunks of attachments, each as the `piece`
 * call would carry it.
 */

const format = 'wenkao answers';
/** Newest format version. Version 1 has no chunks. A file without chunks is still written as version 1, so that older servers can read it. */
const newest = 2;
const fileHead = z.object({
  format: z.literal(format),
  version: z.int().min(1),
  exam: z.string().max(400),
  seat: z.string().max(200),
  name: z.string().max(200),
  ticketNo: z.string().max(100),
  madeMs: epochMs,
  attemptIds: z.array(uuid).max(500),
  /** Number of push lines, and number of ops in them. */
  batches: z.int().min(0),
  ops: z.int().min(0),
  /** Number of chunk lines after the push lines. */
  pieces: z.int().min(0).default(0),
});
const chunkLine = syncCalls.piece.input.extend({ attemptId: uuid });
export type AnswerFileChunk = z.output<typeof chunkLine>;
export type AnswerFileHead = z.output<typeof fileHead>;
/** Identifies the examinee for a human reader. The file name is made from it. */
export type AnswerFileOwner = Pick<AnswerFileHead, 'exam' | 'seat' | 'name' | 'ticketNo'>;

export const answerFileLimits = {
  /**
   * Maximum number of characters of sealed answers that are read into memory at once. Long answers of a whole room are some megabytes. Chunks are
   * read one by one and do not count.
   */
  bytes: 160 * 1024 * 1024,
  lineBytes: pushLimits.bodyBytes + 64 * 1024,
  /** Maximum number of lines, about 5 GB of photos. A file with more lines is rejected. */
  lines: 40_000,
} as const;
export const answerFileExtension = '.wenkao';

const formatLine = async (value: unknown, digest: DigestText): Promise<string> => {
  const json = JSON.stringify(value);
  return `${await digest(json)}\t${json}\n`;
};

/** The text of an answer file without its chunk lines. */
export interface WrittenAnswerFile {
  readonly text: string;
  readonly ops: number;
  /** Number of ops that exist according to the stream rows but cannot be read from the disk. They are missing from the file. */
  readonly unread: number;
}

/**
 * Writes all ops of the attempts on this device from the first op on. Acknowledged ops are included, because the server may be restored from a
 * backup.
 */
export async function writeAnswerFile(
  store: Pick<ClientStore, 'streamsOf' | 'ops'>,
  attemptIds: readonly string[],
  owner: AnswerFileOwner,
  { digest, madeMs, chunks = 0 }: { readonly digest: DigestText; readonly madeMs: number; readonly chunks?: number },
): Promise<WrittenAnswerFile> {
  const lines: string[] = [];
  let ops = 0;
  let unread = 0;
  for (const attemptId of attemptIds)
    for (const row of await store.streamsOf(attemptId)) {
      let had = 0;
      for await (const batch of buildPushes(store, row)) {
        lines.push(await formatLine(batch, digest));
        had += batch.ops.length;
      }
      ops += had;
      unread += row.headSeq - had;
    }
  const head: AnswerFileHead = {
    format,
    version: chunks > 0 ? newest : 1,
    ...owner,
    madeMs,
    attemptIds: [...attemptIds],
    batches: lines.length,
    ops,
    pieces: chunks,
  };
  return { text: [await formatLine(head, digest), ...lines].join(''), ops, unread };
}

/** Builds one chunk line. The lines are made one by one because all chunks together may not fit into memory. */
export const writeAnswerFileChunk = (
  { attemptId, itemId, at, ticket, sealed }: ChunkRow,
  encode: (bytes: Uint8Array) => string,
  digest: DigestText,
): Promise<string> => formatLine({ attemptId, itemId, at, ticket, sealed: encode(sealed) } satisfies AnswerFileChunk, digest);

/** Yields the pushes of a stream for a server without any of its ops: first the chain, then the ops beyond a fork. */
async function* buildPushes(store: Pick<ClientStore, 'ops'>, stream: StreamRow): AsyncGenerator<PushInput> {
  let row: StreamRow = { ...stream, ackedSeq: 0, asideThrough: 0 };
  for (;;) {
    const batch = await buildNextBatch(store, row, pushLimits.ops, 0);
    if (!batch) return;
    yield batch;
    const through = batch.fromSeq + batch.ops.length - 1;
    row = batch.aside === true ? { ...row, asideThrough: through } : { ...row, ackedSeq: through };
  }
}

/**
 * One checked line of an answer file. `newer`: the file was written by a newer build in a later format. `damaged`: the digest differs or the
 * line is not part of this format.
 */
type AnswerFileLine =
  | { readonly kind: 'head'; readonly head: AnswerFileHead }
  | { readonly kind: 'batch'; readonly batch: PushInput }
  | { readonly kind: 'chunk'; readonly chunk: AnswerFileChunk }
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged' };

/** Reads and checks the lines of an answer file. Each line has its own digest, so an altered byte costs only its own line. */
export async function* readAnswerFileLines(
  lines: Iterable<string> | AsyncIterable<string>,
  digest: DigestText,
): AsyncGenerator<AnswerFileLine> {
  let at = 0;
  for await (const each of lines) {
    at += 1;
    yield at > answerFileLimits.lines ? { kind: 'damaged' } : await readLine(each, at, digest);
    if (at > answerFileLimits.lines) return;
  }
}

async function readLine(text: string, at: number, digest: DigestText): Promise<AnswerFileLine> {
  const value = await parseLine(text, digest);
  if (value === undefined) return { kind: 'damaged' };
  if (at === 1) {
    if (isNewer(value)) return { kind: 'newer' };
    const head = fileHead.safeParse(value).data;
    if (head) return { kind: 'head', head };
  }
  const batch = pushInput.safeParse(value).data;
  if (batch) return { kind: 'batch', batch };
  const chunk = chunkLine.safeParse(value).data;
  return chunk ? { kind: 'chunk', chunk } : { kind: 'damaged' };
}

export type ReadAnswerFile =
  /** `none`: not an answer file. `newer`: written by a newer build in a later format. `large`: more answers than the device can hold in memory. */
  | { readonly kind: 'none' | 'newer' | 'large' }
  | {
      readonly kind: 'file';
      /** Null if the first line is damaged. The lines after it can still be read. */
      readonly head: AnswerFileHead | null;
      readonly batches: readonly PushInput[];
      /** Attempt id of each chunk in the file. The chunks themselves are not held in memory. */
      readonly chunkAttemptIds: readonly string[];
      /** Numbers of the damaged lines, counted from 1. These lines are left out; all others are intact. */
      readonly damaged: readonly number[];
      /** Number of lines that the file's first line (`head`) announces but the file lacks, for example because it was cut off. */
      readonly missing: number;
    };

/** Reads a whole answer file into memory. Chunks are only counted. */
export async function readAnswerFile(from: string | AsyncIterable<string>, digest: DigestText): Promise<ReadAnswerFile> {
  let head: AnswerFileHead | null = null;
  const batches: PushInput[] = [];
  const chunkAttemptIds: string[] = [];
  const damaged: number[] = [];
  let [at, chars] = [0, 0];
  for await (const line of readAnswerFileLines(typeof from === 'string' ? splitLines(from) : from, digest)) {
    at += 1;
    if (line.kind === 'newer') return { kind: 'newer' };
    if (line.kind === 'head') head = line.head;
    else if (line.kind === 'chunk') chunkAttemptIds.push(line.chunk.attemptId);
    else if (line.kind === 'damaged') damaged.push(at);
    else {
      batches.push(line.batch);
      chars += line.batch.ops.reduce((sum, op) => sum + op[5].length, 0);
      if (chars > answerFileLimits.bytes) return { kind: 'large' };
    }
  }
  const read = batches.length + chunkAttemptIds.length;
  if (head === null && read === 0) return { kind: 'none' };
  return { kind: 'file', head, batches, chunkAttemptIds, damaged, missing: countMissingLines(head, read + damaged.length) };
}

/** Computes how many of the lines that the file's first line (`head`) announces are missing. `lines`: number of lines after the head. */
export const countMissingLines = (head: AnswerFileHead | null, lines: number): number =>
  head ? Math.max(0, head.batches + head.pieces - lines) : 0;

const splitLines = (text: string): string[] => {
  const lines = text.split(/\r?\n/);
  // The writer ends the last line with a line break.
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

async function parseLine(text: string, digest: DigestText): Promise<unknown> {
  const tab = text.indexOf('\t');
  if (tab < 0 || text.length > answerFileLimits.lineBytes) return undefined;
  const json = text.slice(tab + 1);
  if ((await digest(json)) !== text.slice(0, tab)) return undefined;
  return tryParseJson(json);
}

const isNewer = (value: unknown): boolean => {
  const parsed = z.object({ format: z.literal(format), version: z.int() }).safeParse(value);
  return parsed.success && parsed.data.version > newest;
};

/**
 * Builds a file name such as "3考场_05_王小明_2026110005.wenkao". Staff can tell fifty files on one USB stick apart, and every file system accepts
 * the name.
 */
export function formatAnswerFileName({ exam, seat, name, ticketNo }: AnswerFileOwner): string {
  const parts = [seat, name, ticketNo].map((part) => part.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim()).filter((part) => part !== '');
  return `${(parts.length > 0 ? parts : [exam.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim() || 'wenkao']).join('_').slice(0, 120)}${answerFileExtension}`;
}

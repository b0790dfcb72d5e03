import { z } from 'zod';
import { pushInput, pushLimits, type PushInput, syncCalls } from '../contract/sync.ts';
import { epochMs, uuid } from '../contract/scalars.ts';
import type { ClientStore, Digest, StreamRow } from './ports.ts';
import type { PieceRow } from './piece-store.ts';
import { nextBatch } from './push-batch.ts';

/**
 * SY16: what a PC holds of somebody's answers, in a file. Text, a line each: the digest of the rest, a tab, JSON. The first line says whose it
 * is, every other is a push as the network would carry it (SY7a), so it holds no key and no answer that can be read, and ends in the same append.
 * After the pushes come sealed pieces of files on answers, each as its own call would carry it.
 */

const format = 'wenkao answers';
/** 1 knows no pieces: a file without any is still written so, for servers that are older. */
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
  /** Lines that follow, and the ops in them. */
  batches: z.int().min(0),
  ops: z.int().min(0),
  /** Lines with pieces, after those. */
  pieces: z.int().min(0).default(0),
});
const filePiece = syncCalls.piece.input.extend({ attemptId: uuid });
export type AnswerFilePiece = z.output<typeof filePiece>;
export type AnswerFileHead = z.output<typeof fileHead>;
/** Whose answers they are, for people: the file's name says it, too. */
export type AnswerFileOwner = Pick<AnswerFileHead, 'exam' | 'seat' | 'name' | 'ticketNo'>;

export const answerFileLimits = {
  /** Of answers, read at once: a room's worth of long ones is some megabytes. Pieces are read one by one, so they may be as many as a disk has. */
  bytes: 160 * 1024 * 1024,
  lineBytes: pushLimits.bodyBytes + 64 * 1024,
  /** Some 5 GB of photos: what has more is no answer file. */
  lines: 40_000,
} as const;
export const answerFileEnding = '.wenkao';

const line = async (value: unknown, digest: Digest): Promise<string> => {
  const json = JSON.stringify(value);
  return `${await digest(json)}\t${json}\n`;
};

export interface AnswerFile {
  readonly text: string;
  readonly ops: number;
  /** Ops of which the disk does not give what it promised: not in the file. */
  readonly unread: number;
}

/**
 * Everything this device has of these attempts, from the first op on, whatever the server was heard to hold: it may be restored from a backup.
 */
export async function writeAnswerFile(
  store: Pick<ClientStore, 'streamsOf' | 'ops'>,
  attemptIds: readonly string[],
  owner: AnswerFileOwner,
  { digest, madeMs, pieces = 0 }: { readonly digest: Digest; readonly madeMs: number; readonly pieces?: number },
): Promise<AnswerFile> {
  const lines: string[] = [];
  let ops = 0;
  let unread = 0;
  for (const attemptId of attemptIds)
    for (const row of await store.streamsOf(attemptId)) {
      let had = 0;
      for await (const batch of wholeStream(store, row)) {
        lines.push(await line(batch, digest));
        had += batch.ops.length;
      }
      ops += had;
      unread += row.headSeq - had;
    }
  const head: AnswerFileHead = {
    format,
    version: pieces > 0 ? newest : 1,
    ...owner,
    madeMs,
    attemptIds: [...attemptIds],
    batches: lines.length,
    ops,
    pieces,
  };
  return { text: [await line(head, digest), ...lines].join(''), ops, unread };
}

/** What follows the text of a file for each piece its head promises: line by line, since all of them may be too much to hold. */
export const answerFilePiece = (
  { attemptId, itemId, at, ticket, sealed }: PieceRow,
  encode: (bytes: Uint8Array) => string,
  digest: Digest,
): Promise<string> => line({ attemptId, itemId, at, ticket, sealed: encode(sealed) } satisfies AnswerFilePiece, digest);

/** The pushes of a stream as to a server that holds nothing of it: the chain, then what lies beyond a fork. */
async function* wholeStream(store: Pick<ClientStore, 'ops'>, stream: StreamRow): AsyncGenerator<PushInput> {
  let row: StreamRow = { ...stream, ackedSeq: 0, asideThrough: 0 };
  for (;;) {
    const batch = await nextBatch(store, row, pushLimits.ops, 0);
    if (!batch) return;
    yield batch;
    const through = batch.fromSeq + batch.ops.length - 1;
    row = batch.aside === true ? { ...row, asideThrough: through } : { ...row, ackedSeq: through };
  }
}

/** One line of a file, as it proves itself. `newer`: of a build that writes another kind; `damaged`: not what was written, or nothing of ours. */
type AnswerFileLine =
  | { readonly kind: 'head'; readonly head: AnswerFileHead }
  | { readonly kind: 'batch'; readonly batch: PushInput }
  | { readonly kind: 'piece'; readonly piece: AnswerFilePiece }
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged' };

/** Every line proves itself: one altered byte costs the line it stands in and is said. */
export async function* answerFileLines(lines: Iterable<string> | AsyncIterable<string>, digest: Digest): AsyncGenerator<AnswerFileLine> {
  let at = 0;
  for await (const each of lines) {
    at += 1;
    yield at > answerFileLimits.lines ? { kind: 'damaged' } : await readLine(each, at, digest);
    if (at > answerFileLimits.lines) return;
  }
}

async function readLine(text: string, at: number, digest: Digest): Promise<AnswerFileLine> {
  const value = await proven(text, digest);
  if (value === undefined) return { kind: 'damaged' };
  if (at === 1) {
    if (isNewer(value)) return { kind: 'newer' };
    const head = fileHead.safeParse(value).data;
    if (head) return { kind: 'head', head };
  }
  const batch = pushInput.safeParse(value).data;
  if (batch) return { kind: 'batch', batch };
  const piece = filePiece.safeParse(value).data;
  return piece ? { kind: 'piece', piece } : { kind: 'damaged' };
}

export type ReadAnswerFile =
  /** `none`: not such a file; `newer`: of a build that writes another kind; `large`: more answers than a device can hold at once. */
  | { readonly kind: 'none' | 'newer' | 'large' }
  | {
      readonly kind: 'file';
      /** Null where that line itself is damaged: what follows can be read all the same. */
      readonly head: AnswerFileHead | null;
      readonly batches: readonly PushInput[];
      /** Whose pieces are in it, an attempt a piece; the pieces themselves are not kept. */
      readonly piecesOf: readonly string[];
      /** Lines that are not what was written, by their numbers in the file: they are left out, the others are whole. */
      readonly damaged: readonly number[];
      /** Lines the first one promises and that are not there: cut off. */
      readonly missing: number;
    };

/** The answers of a file, at once. */
export async function readAnswerFile(from: string | AsyncIterable<string>, digest: Digest): Promise<ReadAnswerFile> {
  let head: AnswerFileHead | null = null;
  const batches: PushInput[] = [];
  const piecesOf: string[] = [];
  const damaged: number[] = [];
  let [at, chars] = [0, 0];
  for await (const line of answerFileLines(typeof from === 'string' ? linesOf(from) : from, digest)) {
    at += 1;
    if (line.kind === 'newer') return { kind: 'newer' };
    if (line.kind === 'head') head = line.head;
    else if (line.kind === 'piece') piecesOf.push(line.piece.attemptId);
    else if (line.kind === 'damaged') damaged.push(at);
    else {
      batches.push(line.batch);
      chars += line.batch.ops.reduce((sum, op) => sum + op[5].length, 0);
      if (chars > answerFileLimits.bytes) return { kind: 'large' };
    }
  }
  const read = batches.length + piecesOf.length;
  if (head === null && read === 0) return { kind: 'none' };
  return { kind: 'file', head, batches, piecesOf, damaged, missing: missingOf(head, read + damaged.length) };
}

/** How many of the lines that the head promises are not among so many that follow it. */
export const missingOf = (head: AnswerFileHead | null, lines: number): number =>
  head ? Math.max(0, head.batches + head.pieces - lines) : 0;

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/);
  // Written with an end of line after the last.
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

async function proven(text: string, digest: Digest): Promise<unknown> {
  const tab = text.indexOf('\t');
  if (tab < 0 || text.length > answerFileLimits.lineBytes) return undefined;
  const json = text.slice(tab + 1);
  if ((await digest(json)) !== text.slice(0, tab)) return undefined;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

const isNewer = (value: unknown): boolean => {
  const named = z.object({ format: z.literal(format), version: z.int() }).safeParse(value);
  return named.success && named.data.version > newest;
};

/** "3考场 05_王小明_2026110005.wenkao": told apart at a glance on a stick with fifty of them, and allowed on every file system. */
export function answerFileName({ exam, seat, name, ticketNo }: AnswerFileOwner): string {
  const parts = [seat, name, ticketNo].map((part) => part.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim()).filter((part) => part !== '');
  return `${(parts.length > 0 ? parts : [exam.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-').trim() || 'wenkao']).join('_').slice(0, 120)}${answerFileEnding}`;
}

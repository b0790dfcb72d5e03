import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { UploadKind } from '../../../../sync/contract/platform/upload.ts';
import {
  fileHeadBytes,
  type FileKindProblem,
  createScriptScan,
  decideFileKind,
  fileSniffBytes,
  sniffKind,
  fileTailBytes,
} from './file-kind.ts';

const mib = 1024 * 1024;
/** Time (ms) for which an unfinished upload is stored. */
export const unfinishedUploadMs = 7 * 24 * 3_600_000;

/** Returns the local folder of resumable uploads. A finished one stays there until a call moves it into the object store (`takeFile`). */
export const getResumableFolder = (uploads: string): string => join(uploads, 'resuming');

export type ArrivedUpload =
  | { readonly path: string; readonly kind: UploadKind; readonly sizeBytes: number; readonly sha256: Buffer }
  | { readonly fault: FileKindProblem | 'missing' | 'unfinished' };

/** Checks a complete resumable upload and determines its kind by its content. */
export async function checkArrivedFile(uploads: string, id: string, userId: number): Promise<ArrivedUpload> {
  const files = new FileStore({ directory: getResumableFolder(uploads) });
  const upload = await files.getUpload(id).catch(() => null);
  if (upload === null || upload.metadata?.['userId'] !== String(userId)) return { fault: 'missing' };
  const path = join(getResumableFolder(uploads), id);
  const { size } = await stat(path);
  if (size !== upload.size) return { fault: 'unfinished' };
  const file = await open(path);
  try {
    const readPart = async (from: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(length, size)), 0, undefined, from);
      return buffer.subarray(0, bytesRead);
    };
    const head = await readPart(0, fileHeadBytes);
    const sniffed = sniffKind(head.subarray(0, fileSniffBytes));
    if (sniffed === null) return { fault: 'unknown' };
    const kind = decideFileKind(sniffed, head, await readPart(Math.max(0, size - fileTailBytes), fileTailBytes));
    if (typeof kind !== 'string') return kind;
    await file.sync();
    const hash = createHash('sha256');
    const isScripted = createScriptScan();
    for await (const bytes of createReadStream(path, { highWaterMark: mib })) {
      hash.update(bytes as Buffer);
      if (kind === 'pdf' && isScripted(bytes as Buffer)) return { fault: 'scripted' };
    }
    return { path, kind, sizeBytes: size, sha256: hash.digest() };
  } finally {
    await file.close();
  }
}

/** Deletes a resumable upload and its metadata file (`.json`). */
export async function deleteArrivedFile(uploads: string, id: string): Promise<void> {
  await rm(join(getResumableFolder(uploads), id), { force: true });
  await rm(join(getResumableFolder(uploads), `${id}.json`), { force: true });
}

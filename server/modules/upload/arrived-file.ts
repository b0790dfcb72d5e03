import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileStore } from '@tus/file-store';
import type { UploadKind } from '../../../sync/contract/upload.ts';
import { headBytes, type KindFault, scriptScan, settleKind, sniffBytes, sniffKind, tailBytes } from './file-kind.ts';
import { uploadPath } from './upload-path.ts';

const mib = 1024 * 1024;
/** How long an unfinished upload is stored. */
export const keptMs = 7 * 24 * 3_600_000;

/** Returns the folder of resumable uploads that are not taken yet. */
export const resumableFolder = (uploads: string): string => join(uploads, 'resuming');

export type Arrived =
  | { readonly kind: UploadKind; readonly sizeBytes: number; readonly sha256: Buffer }
  | { readonly fault: KindFault | 'missing' | 'unfinished' };

/** Checks a complete resumable upload and determines its kind by its content. */
export async function arrivedFile(uploads: string, id: string, userId: number): Promise<Arrived> {
  const files = new FileStore({ directory: resumableFolder(uploads) });
  const upload = await files.getUpload(id).catch(() => null);
  if (upload === null || upload.metadata?.['userId'] !== String(userId)) return { fault: 'missing' };
  const path = join(resumableFolder(uploads), id);
  const { size } = await stat(path);
  if (size !== upload.size) return { fault: 'unfinished' };
  const file = await open(path);
  try {
    const read = async (from: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(length, size)), 0, undefined, from);
      return buffer.subarray(0, bytesRead);
    };
    const head = await read(0, headBytes);
    const sniffed = sniffKind(head.subarray(0, sniffBytes));
    if (sniffed === null) return { fault: 'unknown' };
    const kind = settleKind(sniffed, head, await read(Math.max(0, size - tailBytes), tailBytes));
    if (typeof kind !== 'string') return kind;
    await file.sync();
    const hash = createHash('sha256');
    const isScripted = scriptScan();
    for await (const bytes of createReadStream(path, { highWaterMark: mib })) {
      hash.update(bytes as Buffer);
      if (kind === 'pdf' && isScripted(bytes as Buffer)) return { fault: 'scripted' };
    }
    return { kind, sizeBytes: size, sha256: hash.digest() };
  } finally {
    await file.close();
  }
}

/** Moves the file to the stored uploads. */
export async function moveArrived(uploads: string, id: string, name: string): Promise<void> {
  const path = uploadPath(uploads, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(join(resumableFolder(uploads), id), path);
}
/** Deletes a resumable upload and its note. */
export async function dropArrived(uploads: string, id: string): Promise<void> {
  await rm(join(resumableFolder(uploads), id), { force: true });
  await rm(join(resumableFolder(uploads), `${id}.json`), { force: true });
}

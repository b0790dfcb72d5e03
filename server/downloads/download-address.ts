import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { id } from '../../sync/contract/scalars.ts';

/**
 * Milliseconds during which an address gives its file. A browser sends no session token when it follows a link, so the address itself is the right to
 * fetch.
 */
const openMs = 10 * 60_000;

/** Names an exam of a school and the user who made the address. Every address contains these fields. */
export const downloadName = z.object({ planId: id, schoolId: id, userId: id });
export type DownloadName = z.output<typeof downloadName>;

/**
 * Makes and reads addresses of files that are produced while they are fetched. `folder`: first part of the path. An address made for one folder does
 * not open files of another.
 */
export function createDownloadAddresses<T extends DownloadName>(secret: KeyObject, folder: string, name: z.ZodType<T>) {
  const sealOf = (text: string): string => createHmac('sha256', secret).update(`wenkao ${folder} 2\n${text}`).digest('base64url');
  const sealed = z.object({ name, untilMs: z.number() });
  return {
    addressOf(download: T, nowMs: number): { url: string; untilMs: number } {
      const untilMs = nowMs + openMs;
      const text = Buffer.from(JSON.stringify({ name: download, untilMs })).toString('base64url');
      return { url: `/${folder}/${text}.${sealOf(text)}`, untilMs };
    },
    /** Returns the exam, school and user that an address names; undefined if it was not made for this folder by this server, or is too old. */
    read(path: string, nowMs: number): T | undefined {
      const [text = '', seal = ''] = path.slice(folder.length + 2).split('.');
      const [receivedSeal, expectedSeal] = [Buffer.from(seal), Buffer.from(sealOf(text))];
      if (receivedSeal.length !== expectedSeal.length || !timingSafeEqual(receivedSeal, expectedSeal)) return undefined;
      const { name: download, untilMs } = sealed.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
      return nowMs < untilMs ? download : undefined;
    },
  };
}

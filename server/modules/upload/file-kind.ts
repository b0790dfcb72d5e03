import type { UploadFamily, UploadKind } from '../../../sync/contract/upload.ts';
import { uploadKinds } from '../../../sync/contract/upload.ts';

/** Enough of a file's begin to tell its family. */
export const sniffBytes = 64;
/** Enough of it for the size of a picture, and of its end for a zip's table of contents. */
export const headBytes = 256 * 1024;
export const tailBytes = 128 * 1024;

/** `zip`: a document of Office, which one is told by its table of contents at the end. */
export type Sniffed = UploadKind | 'zip';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}
export type KindFault = 'unknown' | 'markup' | 'scripted' | 'twoInOne' | 'macros' | 'damaged' | 'tooManyPixels';

const startsWith = (bytes: Buffer, text: string, at = 0): boolean => bytes.toString('latin1', at, at + text.length) === text;

/** By the first bytes alone; null when they are of no kind that is taken. */
export function sniffKind(head: Buffer): Sniffed | null {
  if (startsWith(head, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(head, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(head, 'GIF87a') || startsWith(head, 'GIF89a')) return 'gif';
  if (startsWith(head, 'RIFF') && startsWith(head, 'WEBP', 8)) return 'webp';
  if (startsWith(head, '%PDF-')) return 'pdf';
  if (startsWith(head, 'PK\x03\x04')) return 'zip';
  // The same box holds HEIC pictures and QuickTime, which browsers don't play: its brand decides.
  if (startsWith(head, 'ftyp', 4) && /^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4A |MSNV|dash|f4v )/.test(head.toString('latin1', 8, 12)))
    return 'mp4';
  if (startsWith(head, '\x1a\x45\xdf\xa3') && head.includes('webm')) return 'webm';
  if (startsWith(head, 'ID3') || /^\xff[\xfb\xf3\xf2]/.test(head.toString('latin1', 0, 2))) return 'mp3';
  return null;
}

export const familyOf = (sniffed: Sniffed): UploadFamily => (sniffed === 'zip' ? 'document' : uploadKinds[sniffed].family);

/** Text that begins like a page, a script or a picture made of text. */
export const looksLikeMarkup = (head: Buffer): boolean => /^(\ufeff|\xef\xbb\xbf)?\s*(<|#!|%!PS)/.test(head.toString('latin1'));

/** What makes a file a page or a program to somebody. Long enough never to occur in compressed pixels by chance. */
const activeMarks = ['<script', '<!doctype', '<html', '<?php', '<iframe', 'javascript:'];
const longestMark = Math.max(...activeMarks.map((mark) => mark.length));

function scanFor(marks: readonly string[], longest: number): (bytes: Buffer) => boolean {
  let carried = '';
  return (bytes) => {
    const text = carried + bytes.toString('latin1').toLowerCase();
    carried = text.slice(1 - longest);
    return marks.some((mark) => text.includes(mark));
  };
}

/** In pixels; null where it is no picture, or its head says nothing of it. */
export function pixelsOf(kind: UploadKind, head: Buffer): PixelSize | null {
  const size = uploadKinds[kind].family === 'image' ? imageSize(kind, head) : null;
  return size === null || size.width === 0 ? null : size;
}

/** Looks for code hidden in a picture while it passes by. */
export const activeMarkScan = (): ((bytes: Buffer) => boolean) => scanFor(activeMarks, longestMark);

/** Looks for a PDF's wish to run something; what is packed within it is looked for by whoever opens it. */
const scriptMark = '/javascript';
export const scriptScan = (): ((bytes: Buffer) => boolean) => scanFor([scriptMark], scriptMark.length);

/** The kind for good, once begin and end are known. */
export function settleKind(sniffed: Sniffed, head: Buffer, tail: Buffer): UploadKind | { readonly fault: KindFault } {
  if (sniffed === 'zip') return officeKind(tail);
  if (uploadKinds[sniffed].family !== 'image') return sniffed;
  // A zip's table of contents stands at a file's end, whatever comes before it.
  if (tail.includes('PK\x05\x06', 0, 'latin1')) return { fault: 'twoInOne' };
  if (sniffed === 'png' && !tail.toString('latin1').endsWith('IEND\xaeB`\x82')) {
    return { fault: tail.includes('IEND\xaeB`\x82', 0, 'latin1') ? 'twoInOne' : 'damaged' };
  }
  const size = imageSize(sniffed, head);
  if (size === null) return { fault: 'damaged' };
  return size.width * size.height > maxPixels ? { fault: 'tooManyPixels' } : sniffed;
}

/** More than any camera people have; a browser that opens a picture needs four bytes for each. */
const maxPixels = 120_000_000;

function officeKind(tail: Buffer): UploadKind | { readonly fault: KindFault } {
  if (!tail.includes('PK\x05\x06', 0, 'latin1')) return { fault: 'damaged' };
  if (tail.includes('vbaProject.bin')) return { fault: 'macros' };
  if (tail.includes('word/document.xml')) return 'docx';
  if (tail.includes('xl/workbook.xml')) return 'xlsx';
  if (tail.includes('ppt/presentation.xml')) return 'pptx';
  return { fault: 'unknown' };
}

function imageSize(kind: UploadKind, head: Buffer): PixelSize | null {
  if (kind === 'png') return head.length < 33 ? null : { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (kind === 'gif') return head.length < 13 ? null : { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  if (kind === 'webp') return head.length < 30 ? null : webpSize(head);
  return jpegSize(head);
}

function webpSize(head: Buffer): { width: number; height: number } | null {
  const form = head.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (form === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (form !== 'VP8L') return null;
  const bits = head.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

/** Walks the segments to the frame's header. Past `headBytes` of metadata the size stays unknown, and is let be. */
function jpegSize(head: Buffer): { width: number; height: number } | null {
  let at = 2;
  while (at + 9 <= head.length) {
    if (head[at] !== 0xff) return null;
    const marker = head[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
    } else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    } else {
      at += 2 + head.readUInt16BE(at + 2);
    }
  }
  return at < headBytes && head.length < headBytes ? null : { width: 0, height: 0 };
}

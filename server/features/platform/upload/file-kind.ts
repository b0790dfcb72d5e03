import type { UploadFamily, UploadKind } from '../../../../sync/contract/platform/upload.ts';
import { uploadKinds } from '../../../../sync/contract/platform/upload.ts';
import { isHeic } from '../../../../sync/domain/heic.ts';

/** Bytes at the beginning that suffice to tell a file's family. */
export const fileSniffBytes = 64;
/** Bytes at the beginning that suffice to read a picture's size (`fileHeadBytes`), and at the end to read a zip's directory (`fileTailBytes`). */
export const fileHeadBytes = 256 * 1024;
export const fileTailBytes = 128 * 1024;

/** Kind found by a file's first bytes. `zip` stands for an Office document: the zip directory at the end of the file tells which kind. */
export type SniffedKind = UploadKind | 'zip';

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}
export type FileKindProblem = 'unknown' | 'heic' | 'markup' | 'scripted' | 'twoInOne' | 'macros' | 'damaged' | 'tooManyPixels';

const hasTextAt = (bytes: Buffer, text: string, at = 0): boolean => bytes.toString('latin1', at, at + text.length) === text;

/** Determines the kind of a file by its first bytes; null if files of this kind are not accepted. */
export function sniffKind(head: Buffer): SniffedKind | null {
  if (hasTextAt(head, '\x89PNG\r\n\x1a\n')) return 'png';
  if (hasTextAt(head, '\xff\xd8\xff')) return 'jpeg';
  if (hasTextAt(head, 'GIF87a') || hasTextAt(head, 'GIF89a')) return 'gif';
  if (hasTextAt(head, 'RIFF') && hasTextAt(head, 'WEBP', 8)) return 'webp';
  if (hasTextAt(head, 'RIFF') && hasTextAt(head, 'WAVE', 8)) return 'wav';
  // The first page of an Ogg file names its codec. Films (Theora) are not accepted.
  if (hasTextAt(head, 'OggS') && /^(?:OpusHead|\x01vorbis)/.test(head.toString('latin1', 28, 36))) return 'ogg';
  if (hasTextAt(head, '%PDF-')) return 'pdf';
  if (hasTextAt(head, 'PK\x03\x04')) return 'zip';
  if (hasTextAt(head, 'ftypM4A ', 4)) return 'm4a';
  // HEIC pictures and QuickTime films use the same container (`ftyp`), but browsers do not show them. So only these brands are accepted.
  if (hasTextAt(head, 'ftyp', 4) && /^(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|f4v )/.test(head.toString('latin1', 8, 12))) return 'mp4';
  if (hasTextAt(head, '\x1a\x45\xdf\xa3') && head.includes('webm')) return 'webm';
  if (hasTextAt(head, 'ID3') || /^\xff[\xfb\xf3\xf2]/.test(head.toString('latin1', 0, 2))) return 'mp3';
  return null;
}

export const getUploadFamily = (sniffed: SniffedKind): UploadFamily => (sniffed === 'zip' ? 'document' : uploadKinds[sniffed].family);

/** Returns the reason why a file of no accepted kind is refused. */
export const getUnknownFileProblem = (head: Buffer): FileKindProblem => (isMarkup(head) ? 'markup' : isHeic(head) ? 'heic' : 'unknown');

/** Tests whether a text begins like HTML, a script, SVG or PostScript. */
const isMarkup = (head: Buffer): boolean => /^(\ufeff|\xef\xbb\xbf)?\s*(<|#!|%!PS)/.test(head.toString('latin1'));

/** Markers of active content. Long enough not to occur in compressed pixels by chance. */
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

/** Returns the size in pixels; null if the file is no picture or its header lacks the size. */
export function readPixelSize(kind: UploadKind, head: Buffer): PixelSize | null {
  const size = uploadKinds[kind].family === 'image' ? readImageSize(kind, head) : null;
  return size === null || size.width === 0 ? null : size;
}

/** Returns a function that scans the chunks of a picture for hidden active content, such as scripts; true if it finds some. */
export const createActiveContentScan = (): ((bytes: Buffer) => boolean) => scanFor(activeMarks, longestMark);

/** Marks a script in a PDF. Scripts in compressed streams are not found; viewers must block those themselves. */
const scriptMark = '/javascript';
/** Returns a function that scans the chunks of a PDF for scripts; true if it finds one. */
export const createScriptScan = (): ((bytes: Buffer) => boolean) => scanFor([scriptMark], scriptMark.length);

/** Determines the final kind from the beginning and the end of a file. */
export function decideFileKind(sniffed: SniffedKind, head: Buffer, tail: Buffer): UploadKind | { readonly fault: FileKindProblem } {
  if (sniffed === 'zip') return detectOfficeKind(tail);
  if (uploadKinds[sniffed].family !== 'image') return sniffed;
  // A zip's directory is at the end of a file, after any other content, so a picture may also be a zip.
  if (tail.includes('PK\x05\x06', 0, 'latin1')) return { fault: 'twoInOne' };
  if (sniffed === 'png' && !tail.toString('latin1').endsWith('IEND\xaeB`\x82')) {
    return { fault: tail.includes('IEND\xaeB`\x82', 0, 'latin1') ? 'twoInOne' : 'damaged' };
  }
  const size = readImageSize(sniffed, head);
  if (size === null) return { fault: 'damaged' };
  return size.width * size.height > maxPixels ? { fault: 'tooManyPixels' } : sniffed;
}

/** Most pixels of a picture: more than any common camera takes. A browser needs four bytes of memory per pixel to show it. */
const maxPixels = 120_000_000;

function detectOfficeKind(tail: Buffer): UploadKind | { readonly fault: FileKindProblem } {
  if (!tail.includes('PK\x05\x06', 0, 'latin1')) return { fault: 'damaged' };
  if (tail.includes('vbaProject.bin')) return { fault: 'macros' };
  if (tail.includes('word/document.xml')) return 'docx';
  if (tail.includes('xl/workbook.xml')) return 'xlsx';
  if (tail.includes('ppt/presentation.xml')) return 'pptx';
  return { fault: 'unknown' };
}

function readImageSize(kind: UploadKind, head: Buffer): PixelSize | null {
  if (kind === 'png') return head.length < 33 ? null : { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (kind === 'gif') return head.length < 13 ? null : { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  if (kind === 'webp') return head.length < 30 ? null : readWebpSize(head);
  return readJpegSize(head);
}

function readWebpSize(head: Buffer): { width: number; height: number } | null {
  const form = head.toString('latin1', 12, 16);
  if (form === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (form === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (form !== 'VP8L') return null;
  const bits = head.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

/** Walks the JPEG segments to the frame header. If metadata exceeds `fileHeadBytes`, the size stays unknown, which is accepted. */
function readJpegSize(head: Buffer): { width: number; height: number } | null {
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
  return at < fileHeadBytes && head.length < fileHeadBytes ? null : { width: 0, height: 0 };
}

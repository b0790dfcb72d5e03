import type { QuestionBody } from '../../../../sync/contract/question.ts';
import type { ExportFormatId, QuestionFormatId } from '../../../../sync/contract/question-file.ts';
import { isOldOffice, isPackage } from '../../../../sync/workbook/package-read.ts';
import { separatorOf } from './csv-read.ts';
import { excelFormat } from './excel-read.ts';
import type { Message } from '../../../http/handler.ts';
import { headOf } from './file-text.ts';
import { formatMessages as messages } from './format-messages.ts';
import { giftFormat, looksLikeGift } from './gift-read.ts';
import { jsonlFormat } from './jsonl-read.ts';
import { moodleFormat } from './moodle-read.ts';
import { isQtiXml, qtiFormat } from './qti-read.ts';
import { looksPasted } from './pasted-look.ts';
import { type FileToRead, type PicturesByUrl, type QuestionFormat, UnreadableFile } from './question-format.ts';
import { readZip } from './zip-read.ts';

const zipHolds = (pattern: RegExp) => (bytes: Uint8Array) => {
  if (!isPackage(bytes)) return false;
  let found = false;
  readZip(bytes, (name) => {
    found ||= pattern.test(name);
    return false;
  });
  return found;
};

/** Every kind of file, in the order they are looked for. */
const formats: readonly QuestionFormat[] = [
  {
    ...excelFormat,
    sniff: (bytes, extension) =>
      isPackage(bytes)
        ? zipHolds(/^xl\/workbook\.xml$/i)(bytes)
        : /^[ct]sv$/.test(extension) || (!/^\s*[<{]/.test(headOf(bytes)) && separatorOf(headOf(bytes)) !== undefined),
  },
  // Its reader is large and comes when a document does.
  {
    id: 'word',
    extensions: ['docx'],
    read: async (file) => (await import('./word-read.ts')).readWord(file),
    sniff: zipHolds(/^word\/document\.xml$/i),
  },
  { ...qtiFormat, sniff: (bytes) => (isPackage(bytes) ? zipHolds(/\.xml$/i)(bytes) : isQtiXml(headOf(bytes))) },
  { ...moodleFormat, sniff: (bytes) => /<quiz\b/i.test(headOf(bytes)) },
  {
    ...jsonlFormat,
    sniff: (bytes, extension) =>
      !isPackage(bytes) && (jsonlFormat.extensions.includes(extension) || /^\s*(?:\{\s*"|\[\s*\{\s*")/.test(headOf(bytes))),
  },
  // What was pasted goes the way of a document.
  {
    id: 'word',
    extensions: ['html', 'txt'],
    read: async (file) => (await import('./pasted-read.ts')).readPasted(file),
    sniff: (bytes) => !isPackage(bytes) && looksPasted(headOf(bytes)),
  },
  { ...giftFormat, sniff: (bytes, extension) => !isPackage(bytes) && (extension === 'gift' || looksLikeGift(headOf(bytes))) },
];

/** The format of a file: by its content, unless somebody chose one. */
export function formatOf({ bytes, name }: Pick<FileToRead, 'bytes' | 'name'>, chosen?: QuestionFormatId): QuestionFormat {
  if (bytes.length === 0) throw new UnreadableFile(messages.emptyFile());
  const picture = pictureMarks.find(([mark]) => mark.every((byte, at) => byte === null || bytes[at] === byte));
  if (picture) throw new UnreadableFile(messages.pictureFile(picture[1]));
  const format =
    chosen === undefined ? formats.find((each) => each.sniff(bytes, extensionOf(name))) : formats.find((each) => each.id === chosen);
  if (format) return format;
  // XML that is nothing we know is read as such all the same, to say what is wrong with it.
  if (isOldOffice(bytes)) throw new UnreadableFile(oldOfficeWords(bytes));
  if (/^\s*<(?:\?xml|!doctype)/i.test(headOf(bytes))) return moodleFormat;
  throw new UnreadableFile(messages.unknownFormat());
}

/** What an Office file of before 2007 is, by the names of its streams; one with a password is kept in such a file too. */
function oldOfficeWords(bytes: Uint8Array): Message {
  const holds = (name: string): boolean =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return messages.withPassword();
  if (holds('WordDocument')) return messages.oldWord();
  return holds('Workbook') || holds('Book') ? messages.oldExcel() : messages.oldOffice();
}

/** Pictures and PDFs begin with these bytes; text readers would find words of their formats in them. */
const pictureMarks: readonly (readonly [mark: readonly (number | null)[], name: string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'PNG'],
  [[0xff, 0xd8, 0xff], 'JPEG'],
  [[0x47, 0x49, 0x46, 0x38, null, 0x61], 'GIF'],
  [[0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50], 'WebP'],
  [[0x42, 0x4d, null, null, null, null, 0, 0, 0, 0], 'BMP'],
  [[0x49, 0x49, 0x2a, 0x00], 'TIFF'],
  [[0x4d, 0x4d, 0x00, 0x2a], 'TIFF'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'PDF'],
];

const extensionOf = (name: string): string => /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export interface ExportFormat {
  readonly extension: string;
  readonly mime: string;
  readonly write: (questions: readonly QuestionBody[], pictures: PicturesByUrl) => Promise<Uint8Array>;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What questions can be taken out as. The writers come when they are asked for. */
export const exporters: Readonly<Record<ExportFormatId, ExportFormat>> = {
  excel: {
    extension: 'xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: async (questions, pictures) => (await import('./excel-write.ts')).writeExcel(questions, pictures),
  },
  word: {
    extension: 'docx',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    write: async (questions, pictures) => (await import('./word-write.ts')).writeWord(questions, pictures),
  },
  gift: {
    extension: 'gift',
    mime: 'text/plain',
    write: async (questions, pictures) => utf8((await import('./gift-write.ts')).writeGift(questions, pictures)),
  },
  moodle: {
    extension: 'xml',
    mime: 'application/xml',
    write: async (questions, pictures) => utf8((await import('./moodle-write.ts')).writeMoodle(questions, pictures)),
  },
  qti: {
    extension: 'zip',
    mime: 'application/zip',
    write: async (questions, pictures) => (await import('./qti-write.ts')).writeQti(questions, pictures),
  },
};

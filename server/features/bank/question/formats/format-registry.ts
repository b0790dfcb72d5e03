import type { QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import type { ExportFormatId, QuestionFormatId } from '../../../../../sync/contract/bank/question-file.ts';
import { isLegacyOfficeFile, isZipFile } from '../../../../../sync/spreadsheet/package-read.ts';
import { detectSeparator, excelFormat } from './excel/excel-read.ts';
import type { Message } from '../../../../http/handler.ts';
import { decodeFileHead } from './text/file-text.ts';
import { formatMessages as messages } from './format-messages.ts';
import { giftFormat, isGiftText } from './gift/gift-read.ts';
import { jsonlFormat } from './jsonl/jsonl-read.ts';
import { moodleFormat } from './moodle/moodle-read.ts';
import { isQtiXml, qtiFormat } from './qti/qti-read.ts';
import { isPastedText } from './word/pasted-read.ts';
import { type FileToRead, type PicturesByUrl, type QuestionFormat, UnreadableFileError } from './question-format.ts';
import { readZip } from './zip-read.ts';
import { encodeUtf8 } from '../../../../../sync/crypto/bytes.ts';

const createZipSniffer = (pattern: RegExp) => (bytes: Uint8Array) => {
  if (!isZipFile(bytes)) return false;
  let found = false;
  readZip(bytes, (name) => {
    found ||= pattern.test(name);
    return false;
  });
  return found;
};

/** All formats of question files, in the order in which they are tried for a file. */
const formats: readonly QuestionFormat[] = [
  {
    ...excelFormat,
    sniff: (bytes, extension) =>
      isZipFile(bytes)
        ? createZipSniffer(/^xl\/workbook\.xml$/i)(bytes)
        : /^[ct]sv$/.test(extension) || (!/^\s*[<{]/.test(decodeFileHead(bytes)) && detectSeparator(decodeFileHead(bytes)) !== undefined),
  },
  // The reader of Word documents is large, so it is loaded when the first document arrives.
  {
    id: 'word',
    extensions: ['docx'],
    read: async (file) => (await import('./word/word-read.ts')).readWordDocument(file),
    sniff: createZipSniffer(/^word\/document\.xml$/i),
  },
  { ...qtiFormat, sniff: (bytes) => (isZipFile(bytes) ? createZipSniffer(/\.xml$/i)(bytes) : isQtiXml(decodeFileHead(bytes))) },
  { ...moodleFormat, sniff: (bytes) => /<quiz\b/i.test(decodeFileHead(bytes)) },
  {
    ...jsonlFormat,
    sniff: (bytes, extension) =>
      !isZipFile(bytes) && (jsonlFormat.extensions.includes(extension) || /^\s*(?:\{\s*"|\[\s*\{\s*")/.test(decodeFileHead(bytes))),
  },
  // Text that was pasted by the user is read like a Word document.
  {
    id: 'word',
    extensions: ['html', 'txt'],
    read: async (file) => (await import('./word/pasted-read.ts')).readPastedFile(file),
    sniff: (bytes) => !isZipFile(bytes) && isPastedText(decodeFileHead(bytes)),
  },
  { ...giftFormat, sniff: (bytes, extension) => !isZipFile(bytes) && (extension === 'gift' || isGiftText(decodeFileHead(bytes))) },
];

/** Returns the format of a file: `chosen` if given, otherwise detected from the content. Throws `UnreadableFileError`. */
export function detectFormat({ bytes, name }: Pick<FileToRead, 'bytes' | 'name'>, chosen?: QuestionFormatId): QuestionFormat {
  if (bytes.length === 0) throw new UnreadableFileError(messages.emptyFile());
  const picture = pictureMarks.find(([mark]) => mark.every((byte, at) => byte === null || bytes[at] === byte));
  if (picture) throw new UnreadableFileError(messages.pictureFile(picture[1]));
  const format =
    chosen === undefined ? formats.find((each) => each.sniff(bytes, getExtension(name))) : formats.find((each) => each.id === chosen);
  if (format) return format;
  // Unknown XML goes to the Moodle reader, whose error message names the problem.
  if (isLegacyOfficeFile(bytes)) throw new UnreadableFileError(describeLegacyFile(bytes));
  if (/^\s*<(?:\?xml|!doctype)/i.test(decodeFileHead(bytes))) return moodleFormat;
  throw new UnreadableFileError(messages.unknownFormat());
}

/** Names the kind of an Office file from before 2007 by its streams. A newer file with a password has the same container. */
function describeLegacyFile(bytes: Uint8Array): Message {
  const hasStream = (name: string): boolean =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(Buffer.from(name, 'utf16le'));
  if (hasStream('EncryptedPackage')) return messages.withPassword();
  if (hasStream('WordDocument')) return messages.oldWord();
  return hasStream('Workbook') || hasStream('Book') ? messages.oldExcel() : messages.oldOffice();
}

/** First bytes of pictures and PDFs. A text reader would find words of its format in such a file by chance. */
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

const getExtension = (name: string): string => /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

export interface ExportFormat {
  readonly extension: string;
  readonly mime: string;
  readonly write: (questions: readonly QuestionBody[], pictures: PicturesByUrl) => Promise<Uint8Array>;
}

/** File formats in which questions are exported. Each writer is loaded when it is needed. */
export const exporters: Readonly<Record<ExportFormatId, ExportFormat>> = {
  excel: {
    extension: 'xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: async (questions, pictures) => (await import('./excel/excel-write.ts')).writeExcel(questions, pictures),
  },
  word: {
    extension: 'docx',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    write: async (questions, pictures) => (await import('./word-write/word-write.ts')).writeWordDocument(questions, pictures),
  },
  gift: {
    extension: 'gift',
    mime: 'text/plain',
    write: async (questions, pictures) => encodeUtf8((await import('./gift/gift-write.ts')).writeGift(questions, pictures)),
  },
  moodle: {
    extension: 'xml',
    mime: 'application/xml',
    write: async (questions, pictures) => encodeUtf8((await import('./moodle/moodle-write.ts')).writeMoodle(questions, pictures)),
  },
  qti: {
    extension: 'zip',
    mime: 'application/zip',
    write: async (questions, pictures) => (await import('./qti/qti-write.ts')).writeQti(questions, pictures),
  },
};

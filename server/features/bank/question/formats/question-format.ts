import type { ImportedQuestionDraft, QuestionFormatId } from '../../../../../sync/contract/bank/question-file.ts';
import type { QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import type { Message } from '../../../../http/handler.ts';

export interface FormatRemark {
  readonly field: string;
  readonly reason: Message;
}

/** A question found in a file, with the position where its author would look for it. */
export interface FoundQuestion {
  /** Position from 1: row of a sheet, line of a text, number of an item in a package. */
  readonly row: number;
  /** Readable position: "题库!12", "items/choice.xml"; '' if the row says enough. */
  readonly place: string;
  /** The question as it was read, before `validateDraft` checks it. */
  readonly draft: Partial<ImportedQuestionDraft>;
  /** Faults that the draft alone does not show: an unsupported type, a formula in a cell. Correcting the draft removes them. */
  readonly faults: readonly FormatRemark[];
  readonly warnings: readonly FormatRemark[];
  /** The validated question, if the reader of the format has validated it itself (JSON lines, where the reader also repairs defects). */
  readonly question?: QuestionBody | undefined;
}

export interface ReadFile {
  readonly questions: readonly FoundQuestion[];
  /** Notes on the whole file: read as GBK, a sheet that was skipped. */
  readonly notes: readonly Message[];
  /** Pictures of the file by the name that the questions use: `src="picture:<name>"`. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** Headings of a spreadsheet and the field that each was read as; '' for a skipped column. */
  readonly columns?: readonly DetectedColumn[];
}

export interface DetectedColumn {
  readonly name: string;
  readonly field: string;
}

/** A file that cannot be read. Thrown by readers; `reason` is shown to the user. */
export class UnreadableFileError extends Error {
  readonly reason: Message;
  constructor(reason: Message) {
    super(reason.en);
    this.reason = reason;
  }
}

export interface FileToRead {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Category for the questions that name none in the file. */
  readonly category: string;
  /** Field that the user chose for a heading, or '' to skip its column. It takes precedence over the known headings. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
}

/** A file format. A new format is added as a row of `format-registry.ts`. */
export interface QuestionFormat {
  readonly id: QuestionFormatId;
  readonly extensions: readonly string[];
  /** Detects the format by its content; `extension` decides where the content cannot. */
  readonly sniff: (bytes: Uint8Array, extension: string) => boolean;
  readonly read: (file: FileToRead) => Promise<ReadFile> | ReadFile;
}

/** A picture that a question shows, for formats that embed pictures. */
export interface ExportPicture {
  readonly bytes: Uint8Array;
  readonly mime: string;
}
export type PicturesByUrl = ReadonlyMap<string, ExportPicture>;

import type { QuestionDraft, QuestionFormatId } from '../../../../sync/contract/question-file.ts';
import type { QuestionBody } from '../../../../sync/contract/question.ts';
import type { Message } from '../../../http/handler.ts';

export interface Remark {
  readonly field: string;
  readonly reason: Message;
}

/** Where in its file a question stands, as its author would look for it. */
export interface FoundQuestion {
  /** From 1: the row of a sheet, the line of a text, the number of an item in a package. */
  readonly row: number;
  /** "题库!12", "items/choice.xml"; '' where the row says it all. */
  readonly place: string;
  /** What stands there, still to be judged (`judgeDraft`). */
  readonly draft: Partial<QuestionDraft>;
  /** What keeps it out whatever the draft says: a type we don't have, a formula in a cell. An edit of the draft answers it. */
  readonly faults: readonly Remark[];
  readonly warnings: readonly Remark[];
  /** Judged already by the format's own reader (JSON lines, which repair real dirt). */
  readonly question?: QuestionBody | undefined;
}

export interface ReadFile {
  readonly questions: readonly FoundQuestion[];
  /** Of the whole file: read as GBK, a sheet that was passed over. */
  readonly notes: readonly Message[];
  /** Pictures of the file by the name the questions call them: `src="picture:<name>"`. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** Columns of a spreadsheet by their headings, and which of ours each was read as; '' for one that was left out. */
  readonly columns?: readonly FoundColumn[];
}

export interface FoundColumn {
  readonly name: string;
  readonly field: string;
}

/** A file that can't be read at all, in words. Thrown by readers, told by `readQuestionBytes`. */
export class UnreadableFile extends Error {
  readonly told: Message;
  constructor(told: Message) {
    super(told.en);
    this.told = told;
  }
}

export interface FileToRead {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Where questions go that say nothing themselves. */
  readonly category: string;
  /** Headings of a spreadsheet as somebody mapped them by hand, before our own reading: a field, or '' to leave the column out. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
}

/** One kind of file. Adding one is adding a row to `format-registry.ts`. */
export interface QuestionFormat {
  readonly id: QuestionFormatId;
  readonly extensions: readonly string[];
  /** Is it one? By its content; `extension` settles what content can't. */
  readonly sniff: (bytes: Uint8Array, extension: string) => boolean;
  readonly read: (file: FileToRead) => Promise<ReadFile> | ReadFile;
}

/** A picture that a question shows, for formats that carry pictures within. */
export interface ExportPicture {
  readonly bytes: Uint8Array;
  readonly mime: string;
}
export type PicturesByUrl = ReadonlyMap<string, ExportPicture>;

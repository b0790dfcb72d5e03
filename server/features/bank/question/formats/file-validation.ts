import { createHash } from 'node:crypto';
import {
  type ImportedQuestionDraft,
  importedQuestionDraft,
  maxQuestionFilePictureBytes,
  maxQuestionFilePictures,
  maxQuestionFileRows,
  type QuestionFormatId,
} from '../../../../../sync/contract/bank/question-file.ts';
import type { QuestionBody } from '../../../../../sync/contract/bank/question.ts';
import type { Message } from '../../../../http/handler.ts';
import { hashQuestion } from '../similarity/question-hash.ts';
import { createFileNearness } from '../similarity/question-nearness.ts';
import { computeBandsOfHashes, getComparisonText, computeSortedShingles } from '../similarity/question-sketch.ts';
import { validateDraft } from './draft-validation.ts';
import { findTypeName } from './draft-words.ts';
import { formatMessages as messages } from './format-messages.ts';
import { detectFormat } from './format-registry.ts';
import { resolvePictures } from './picture-reference.ts';
import { type FileToRead, type DetectedColumn, type FoundQuestion, type FormatRemark, UnreadableFileError } from './question-format.ts';
import { normaliseDraftText } from './visible-draft.ts';

export interface FileTask extends FileToRead {
  readonly format?: QuestionFormatId | undefined;
  /** Rows that the user corrected, by row number; they replace the content of the file. */
  readonly fixes: ReadonlyMap<number, ImportedQuestionDraft>;
  /** Numbers of rows that the user does not want to import. */
  readonly drop: ReadonlySet<number>;
  /** Bank to search for near-duplicates. Without it only equal questions within the file are found. */
  readonly bankId?: number | undefined;
}

export interface ValidatedRow {
  readonly row: number;
  readonly place: string;
  /** Content of the row in the form in which the user can correct it. Rows without faults have it too. */
  readonly draft: ImportedQuestionDraft;
  readonly question?: QuestionBody;
  readonly hash?: string;
  /** Number of an earlier row of this file that has the same question. */
  readonly sameAsRow?: number;
  /** An earlier row of this file that nearly equals this one. */
  readonly nearRow?: { readonly row: number; readonly likeness: number };
  /** Bands of the question (`computeBands`): near-duplicates in the bank share at least one band. */
  readonly bands?: readonly number[];
  readonly faults: readonly FormatRemark[];
  readonly warnings: readonly FormatRemark[];
}
export interface ValidatedFile {
  readonly format: QuestionFormatId;
  readonly rows: readonly ValidatedRow[];
  readonly notes: readonly Message[];
  /** Pictures of the file, by the addresses that the questions use. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  readonly columns: readonly DetectedColumn[];
}

const mb = 1024 * 1024;

/**
 * Reads a whole file and checks its questions. Pure; reads nothing from the bank. Throws only `UnreadableFileError`. Calls `progress` after every
 * hundred rows.
 */
export async function validateFile(
  task: FileTask,
  progress: (done: number, total: number) => void = () => undefined,
): Promise<ValidatedFile> {
  const format = detectFormat(task, task.format);
  const file = await format.read(task);
  if (file.questions.length > maxQuestionFileRows) throw new UnreadableFileError(messages.tooManyRows(maxQuestionFileRows));
  const pictures = new Map<string, Uint8Array>();
  let pictureBytes = 0;
  const storePicture = (bytes: Uint8Array, extension: string): string => {
    const url = `/uploads/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}${extension}`;
    if (!pictures.has(url)) {
      pictures.set(url, bytes);
      pictureBytes += bytes.length;
      if (pictures.size > maxQuestionFilePictures) throw new UnreadableFileError(messages.tooManyPictures(maxQuestionFilePictures));
      if (pictureBytes > maxQuestionFilePictureBytes)
        throw new UnreadableFileError(messages.picturesTooLarge(maxQuestionFilePictureBytes / mb));
    }
    return url;
  };
  // If a picture's file name is one that a server of ours gave to an upload, it can also be found by this name alone.
  const carried = new Map(file.pictures);
  for (const [path, bytes] of file.pictures) {
    const name = /(?:^|\/)([0-9a-f]{32}\.[a-z0-9]{2,5})$/.exec(path)?.[1];
    if (name !== undefined) carried.set(name, bytes);
  }
  const firstRow = new Map<string, number>();
  const nearest = createFileNearness();
  const rows: ValidatedRow[] = [];
  for (const [at, foundQuestion] of file.questions.entries()) {
    if (at % 100 === 0) progress(at, file.questions.length);
    if (task.drop.has(foundQuestion.row)) continue;
    const questionWithPictures = resolveQuestionPictures(foundQuestion, (html, field) =>
      resolvePictures(html, field, carried, storePicture),
    );
    const validation = judgeFound(questionWithPictures, task.fixes.get(foundQuestion.row), task.category);
    const hash = validation.question && hashQuestion(validation.question);
    const sameAsRow = hash === undefined ? undefined : firstRow.get(hash);
    if (hash !== undefined && sameAsRow === undefined) firstRow.set(hash, foundQuestion.row);
    const sketch = sameAsRow === undefined ? computeSketch(validation.question, task.bankId) : undefined;
    const nearRow = sketch && nearest(foundQuestion.row, sketch.shingles, sketch.bands);
    rows.push({
      row: foundQuestion.row,
      place: foundQuestion.place,
      ...validation,
      ...(hash === undefined ? {} : { hash }),
      ...(sameAsRow === undefined ? {} : { sameAsRow }),
      ...(sketch === undefined ? {} : { bands: sketch.bands }),
      ...(nearRow === undefined ? {} : { nearRow }),
    });
  }
  progress(file.questions.length, file.questions.length);
  return {
    format: format.id,
    rows,
    notes: [...new Map(file.notes.map((note) => [note.en, note])).values()],
    pictures,
    columns: file.columns ?? [],
  };
}

function computeSketch(question: QuestionBody | undefined, bankId: number | undefined) {
  if (question === undefined || bankId === undefined) return undefined;
  const shingles = computeSortedShingles(getComparisonText(question));
  return { shingles, bands: computeBandsOfHashes(shingles, bankId) };
}

/** Checks one row of an import after the user corrected it. */
export function validateCorrectedRow(
  row: number,
  draft: ImportedQuestionDraft,
  { category, bankId }: Pick<FileTask, 'category' | 'bankId'>,
): ValidatedRow {
  const judged = judgeFound({ row, place: '', draft, faults: [], warnings: [] }, draft, category);
  const sketch = computeSketch(judged.question, bankId);
  return {
    row,
    place: '',
    ...judged,
    ...(judged.question && { hash: hashQuestion(judged.question) }),
    ...(sketch && { bands: sketch.bands }),
  };
}

function judgeFound(
  foundQuestion: FoundQuestion,
  fix: ImportedQuestionDraft | undefined,
  category: string,
): Pick<ValidatedRow, 'draft' | 'question' | 'faults' | 'warnings'> {
  const visible = normaliseDraftText(fix ?? foundQuestion.draft);
  const draft = completeDraft(visible.draft);
  if (fix === undefined && foundQuestion.question)
    return { draft, question: foundQuestion.question, faults: [], warnings: foundQuestion.warnings };
  const validation = validateDraft(visible.draft, category);
  // The faults that the reader found no longer apply to a corrected row. The reader of JSON Lines checks its questions itself.
  const readerFaults = fix === undefined ? foundQuestion.faults : [];
  const isJudgedByReader = fix === undefined && foundQuestion.question === undefined && foundQuestion.faults.length > 0;
  const faults = isJudgedByReader
    ? [
        ...readerFaults,
        ...validation.faults.filter(
          (fault) =>
            // If the answer is missing, the type cannot be guessed either. Report only the missing answer.
            !(fault.field === 'type' && draft.type === '') &&
            !readerFaults.some((known) => known.field === '' || known.field === 'type' || known.field === fault.field),
        ),
      ]
    : validation.faults;
  return {
    draft,
    ...(validation.question && faults.length === 0 ? { question: validation.question } : {}),
    faults,
    warnings: [...(fix === undefined ? foundQuestion.warnings : []), ...visible.warnings, ...validation.warnings],
  };
}

/** Completes a row for the user to correct: all fields, with the question type as its internal name. */
const completeDraft = (draft: Partial<ImportedQuestionDraft>): ImportedQuestionDraft => {
  const parsed = importedQuestionDraft.safeParse(draft);
  const shaped = parsed.success
    ? parsed.data
    : importedQuestionDraft.parse({ ...draft, ...Object.fromEntries(parsed.error.issues.map((issue) => [issue.path[0], undefined])) });
  return { ...shaped, type: findTypeName(shaped.type) ?? shaped.type };
};

type ResolveField = (html: string, field: string) => ReturnType<typeof resolvePictures>;

function resolveQuestionPictures(foundQuestion: FoundQuestion, resolve: ResolveField): FoundQuestion {
  const warnings: FormatRemark[] = [];
  const resolveField = (html: string, field: string): string => {
    const resolution = resolve(html, field);
    warnings.push(...resolution.warnings);
    return resolution.html;
  };
  const { material, stem, options, left, reference, analysis } = foundQuestion.draft;
  const draft = {
    ...foundQuestion.draft,
    ...(material === undefined ? {} : { material: resolveField(material, 'material') }),
    ...(stem === undefined ? {} : { stem: resolveField(stem, 'stem') }),
    ...(options === undefined ? {} : { options: options.map((html, at) => resolveField(html, `options.${at}`)) }),
    ...(left === undefined ? {} : { left: resolveField(left, 'left') }),
    ...(reference === undefined ? {} : { reference: resolveField(reference, 'reference') }),
    ...(analysis === undefined ? {} : { analysis: resolveField(analysis, 'analysis') }),
  };
  return { ...foundQuestion, draft, warnings: [...foundQuestion.warnings, ...warnings] };
}

import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { useSearchParams } from 'react-router-dom';
import { offerStatus } from '../../../../sync/contract/codes.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { maxEnrolmentSheetRows } from '../../../../sync/contract/applications/enroll.ts';
import { type FileAnswer, findFieldByMeaning } from '../../../../sync/contract/applications/form-design.ts';
import { maskIdNumber, normaliseIdNumber } from '../../../../sync/contract/people/id-number.ts';
import { listFormSheetColumns } from '../../../../sync/domain/applications/form-sheet.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { ImportFaults } from '../../../platform/imports/import-faults.tsx';
import { ImportProgress, ImportSummary } from '../../../platform/imports/import-summary.tsx';
import { type ImportRow, isSameRow, useSheetImport } from '../../../platform/imports/use-sheet-import.ts';
import { useAction } from '../../../ui/use-action.ts';
import { OptionPicker } from '../../../platform/api/option-picker.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { SheetDrop } from '../../../ui/spreadsheet/sheet-drop.tsx';
import { useLabelText } from '../../../ui/form/use-label-text.ts';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { openBatchOptions } from '../application-queries.ts';
import { readClassBook } from '../class-sheet.ts';
import type { PhotoRule } from '../../../../sync/contract/applications/batch.ts';
import type { BilingualLabel } from '../../../../sync/contract/resource.ts';
import { computePhotoCrop, checkPhoto } from '../../../../sync/domain/applications/photo-rule.ts';
import { cropPhoto, openPhoto, getPhotoKey, readPhotos } from '../../../lib/files/photo.ts';
import { heicMessage } from '../../../../sync/domain/heic-message.ts';
import { isHeic, hasHeicExtension } from '../../../../sync/domain/heic.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';

type Form = CallOutput<CallOfPath<'/enroll/getForm'>>;

/** Enrols a whole class: a list and photos are checked on this page before the server writes anything. */
export function ClassImportPage() {
  const { t } = useTranslation(['application', 'words']);
  const [params, setParams] = useSearchParams();
  const offerId = Number(params.get('offerId') ?? 0);
  const batches = useCall('/batch/getList', { pageSize: 1, filter: { status: offerStatus.open } });
  const form = useCall('/enroll/getForm', { offerId }, { enabled: offerId > 0 });
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader description={t('classHint')} actions={<LinkButton to="/enroll/index">{t('backToHome')}</LinkButton>} />
      <Panel bodyClassName="p-4">
        <Field label={t('batch')} hint={batches.data?.total === 0 ? t('classNoBatch') : undefined}>
          {(control) => (
            <OptionPicker
              {...control}
              source={openBatchOptions}
              value={offerId > 0 ? offerId : null}
              placeholder={t('choose')}
              onChange={(id) => setParams(id === null ? {} : { offerId: String(id) }, { replace: true })}
            />
          )}
        </Field>
      </Panel>
      {form.error !== null && <QueryFailure error={form.error} onRetry={() => void form.refetch()} />}
      {offerId > 0 && form.data === undefined && form.error === null && <Skeleton className="h-40" />}
      {form.data !== undefined && <ClassFiles key={form.data.editionId} form={form.data} />}
    </div>
  );
}

interface ClassImportProgress {
  readonly step: 'photos' | 'sending' | 'writing';
  readonly done: number;
  readonly all: number;
}
const steps = {
  reading: 'classReading',
  photos: 'classPhotosAt',
  checking: 'classChecking',
  sending: 'classSendingAt',
  writing: 'classWriting',
} as const;

function ClassFiles({ form }: { form: Form }) {
  const { t } = useTranslation(['application', 'words']);
  const words = useLabelText();
  const invalidate = useInvalidate();
  const [work, setWork] = useState<ClassImportProgress | null>(null);
  /** Photos that are already uploaded, by ID number. A retry uploads only the others. */
  const sentFiles = useRef(new Map<string, FileAnswer>());
  const { design, offerId, editionId, photoRule } = form;
  const numberKey = findFieldByMeaning(design, 'idNumber')?.key ?? '';
  const hasPhoto = findFieldByMeaning(design, 'photo') !== undefined;
  const numberOf = (line: ImportRow): string => normaliseIdNumber(line.cells[numberKey] ?? '');
  const columns = listFormSheetColumns(design, (field) => (field.required ? 1 : 2));

  const sheet = useSheetImport(null as ClassPhotos | null, {
    maxRows: maxEnrolmentSheetRows,
    read: (sheets) => readClassBook(sheets, design),
    noHeading: t('classNoHeading'),
    check: (book, pictures) => {
      const rows = book.rows.map((line) => ({
        ...line,
        photo: pictures?.ready.has(numberOf(line)) === true ? ('ready' as const) : ('none' as const),
      }));
      return makeCall('/enroll/previewClass', { offerId, editionId, rows }, { quiet: true });
    },
  });
  const { choice: photos, checked, step, problem, setProblem } = sheet;
  const takePhotos = async (files: readonly File[]) => {
    setProblem(null);
    try {
      const found = await readClassPhotos(files, photoRule, (done, all) => setWork({ step: 'photos', done, all }));
      sentFiles.current.clear();
      sheet.choose(found);
    } catch {
      setProblem(t('classPhotosUnreadable'));
    } finally {
      setWork(null);
    }
  };
  const write = useAction({
    mutationFn: async ({ list, preview: { faults } }: NonNullable<typeof checked>) => {
      const good = list.rows.filter((line) => !faults.some((fault) => isSameRow(fault, line)));
      await sendClassPhotos(good.map(numberOf), photos?.ready ?? new Map(), sentFiles.current, (done, all) =>
        setWork({ step: 'sending', done, all }),
      );
      setWork({ step: 'writing', done: 0, all: 0 });
      const rows = good.map((line) => ({ ...line, photo: sentFiles.current.get(numberOf(line)) ?? ('none' as const) }));
      return {
        ...(await makeCall('/enroll/importClass', { offerId, editionId, rows, mode: 'all' })),
        left: list.rows.length - good.length,
      };
    },
    onError: (error) => setProblem(error instanceof CallFailure ? error.message : t('classBroken')),
    onSettled: async () => {
      setWork(null);
      await invalidate('/enroll');
      await invalidate('/batch');
    },
  });

  if (write.data !== undefined)
    return (
      <ClassImportDone
        offerId={offerId}
        result={write.data}
        onAgain={() => {
          sheet.clear();
          write.reset();
        }}
      />
    );
  const photo = { row: null, column: '', label: t('meanings.photo') };
  const photoKey = findFieldByMeaning(design, 'photo')?.key;
  const faults = [
    ...(checked?.preview.faults ?? []).map(({ path, ...fault }) => ({ ...fault, column: path === photoKey ? '' : path })),
    ...(photos?.bad ?? []).map(({ name, problem }) => ({
      ...photo,
      value: name,
      reason: typeof problem === 'string' ? t(problem) : words(problem),
    })),
    ...[...(checked === null ? [] : (photos?.ready.keys() ?? []))]
      .filter((number) => !checked?.list.rows.some((line) => numberOf(line) === number))
      .map((number) => ({ ...photo, value: maskIdNumber(number), reason: t('classStranger') })),
  ];
  const { step: doing, done, all } = work ?? { step, done: 0, all: 0 };
  return (
    <>
      <Panel bodyClassName="flex flex-col gap-3 p-4">
        <p className="text-sm text-muted-foreground">
          {t('classNeeds', {
            columns: joinWords(columns.filter((column) => column.required).map((column) => column.heading)),
          })}
        </p>
        <SheetDrop
          template={{
            label: t('words:template'),
            name: t('classTemplateName', { name: form.name }),
            header: columns.map(({ heading, required }) => (required ? `${heading}*` : heading)),
          }}
          choose={t('classChoose')}
          tone={checked === null ? 'primary' : 'outline'}
          reading={step !== 'idle'}
          disabled={write.isPending}
          onTake={(file) => {
            write.reset();
            sheet.take(file);
          }}
          statusText={checked === null ? t('classDrop') : t('classRows', { count: checked.list.rows.length })}
        />
        {hasPhoto && (
          <ClassPhotosChoice
            photos={photos}
            photoRule={photoRule}
            busy={work?.step === 'photos'}
            disabled={step !== 'idle' || write.isPending}
            onFiles={(files) => void takePhotos(files)}
          />
        )}
      </Panel>
      {doing !== 'idle' && <ImportProgress text={t(steps[doing], { done, all })} done={done} total={all} />}
      {problem !== null && (
        <div role="alert">
          <Strip tone="seal">{problem}</Strip>
        </div>
      )}
      {checked !== null && checked.list.unknown.length > 0 && (
        <Strip tone="kept">{t('classUnknown', { columns: joinWords(checked.list.unknown) })}</Strip>
      )}
      {checked !== null && (
        <ImportSummary
          preview={checked.preview}
          extraFigures={form.left < 0 ? [] : [{ label: t('classLeft'), value: form.left }]}
          busy={write.isPending}
          disabled={doing !== 'idle'}
          onImport={() => write.mutate(checked)}
        />
      )}
      <ImportFaults name="enroll.faults" faults={faults} busy={doing !== 'idle' || write.isPending} onCorrect={sheet.correct} />
    </>
  );
}

interface ClassPhotosChoiceProps {
  /** The chosen photos; null if none are chosen yet. */
  photos: ClassPhotos | null;
  photoRule: PhotoRule;
  busy: boolean;
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Lets the user choose the photos of the class, as files or in a ZIP archive, and says how many were found. */
function ClassPhotosChoice({ photos, photoRule, busy, disabled, onFiles }: ClassPhotosChoiceProps) {
  const { t } = useTranslation('application');
  const album = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={busy} disabled={disabled} onClick={() => album.current?.click()}>
        <ImagePlus aria-hidden />
        {t('classPhotos')}
      </Button>
      <FileInput ref={album} multiple accept=".zip,.jpg,.jpeg,.png,.webp" aria-label={t('classPhotos')} onFiles={onFiles} />
      <span className="text-[13px] text-muted-foreground">
        {photos === null
          ? t('classPhotosHint', { width: photoRule.width, height: photoRule.height })
          : t('classPhotosFound', { count: photos.ready.size })}
      </span>
    </div>
  );
}

interface ClassImportDoneProps {
  offerId: number;
  /** Numbers of enrolled people, of accounts created for them, and of rows that were left out. */
  result: { readonly imported: number; readonly accounts: number; readonly left: number };
  onAgain: () => void;
}

/** Shows the result of an import, and leads to the review or to another import. */
function ClassImportDone({ offerId, result: { imported, accounts, left }, onAgain }: ClassImportDoneProps) {
  const { t } = useTranslation('application');
  return (
    <Panel bodyClassName="flex flex-col items-start gap-3 p-4">
      <h2 className="text-[17px] font-semibold">{t('classDone', { count: imported })}</h2>
      <p className="text-sm">{t('classDoneNote', { accounts, left })}</p>
      <div className="flex gap-2.5">
        <LinkButton variant="primary" to={`/enroll/list?offerId=${offerId}`}>
          {t('classToReview')}
        </LinkButton>
        <Button onClick={onAgain}>{t('classAgain')}</Button>
      </div>
    </Panel>
  );
}

/** A photo that was rejected, and the reason. */
interface BadPhoto {
  readonly name: string;
  /** Key of a text in the catalogue, or the message of the rule for photos. */
  readonly problem: 'photoBroken' | 'photoTwice' | 'photoLeft' | BilingualLabel;
}
interface ClassPhotos {
  /** Photos by ID number, cropped by the photo rule of the enrolment batch. */
  readonly ready: ReadonlyMap<string, Blob>;
  readonly bad: readonly BadPhoto[];
}

/**
 * Reads the photos of a class, whose file names are ID numbers, and crops and scales one after the other. `bad` lists all files that cannot
 * be used. `say` reports the progress.
 */
async function readClassPhotos(files: readonly File[], rule: PhotoRule, say: (done: number, all: number) => void): Promise<ClassPhotos> {
  const readResult = await readPhotos(files);
  const ready = new Map<string, Blob>();
  const bad: BadPhoto[] = readResult.left.map((name) => ({ name, problem: hasHeicExtension(name) ? heicMessage : 'photoLeft' }));
  for (const [at, { name, bytes }] of readResult.photos.entries()) {
    say(at, readResult.photos.length);
    const number = normaliseIdNumber(getPhotoKey(name));
    if (ready.has(number)) {
      bad.push({ name, problem: 'photoTwice' });
      continue;
    }
    const picture = await openPhoto(new Blob([bytes]));
    const cut = picture && (await cropPhoto(picture, computePhotoCrop(picture, rule), rule));
    picture?.close();
    const fault = cut && checkPhoto(rule, { sizeBytes: cut.size, pixels: rule });
    if (cut === null || fault) bad.push({ name, problem: fault ?? (isHeic(bytes) ? heicMessage : 'photoBroken') });
    else ready.set(number, cut);
  }
  return { ready, bad };
}

const atOnce = 4;

/** Uploads the photos of these ID numbers. Photos in `sentFiles` are skipped, so a retry uploads only the rest. */
async function sendClassPhotos(
  numbers: readonly string[],
  photos: ReadonlyMap<string, Blob>,
  sentFiles: Map<string, FileAnswer>,
  say: (done: number, all: number) => void,
): Promise<void> {
  const open = numbers.filter((number) => photos.has(number) && !sentFiles.has(number));
  const all = open.length;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let number = open.shift(); number !== undefined; number = open.shift()) {
      const blob = photos.get(number);
      if (blob === undefined) continue;
      // Do not put the ID number into the file name: everyone who opens the photo can read the name.
      const { url, name, sizeBytes, type } = await uploadFile(new File([blob], 'photo.jpg', { type: 'image/jpeg' }));
      sentFiles.set(number, { url, name, sizeBytes, type });
      done += 1;
      say(done, all);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

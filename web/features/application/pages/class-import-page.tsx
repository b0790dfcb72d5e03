import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useSearchParams } from 'react-router-dom';
import { offerStatus } from '../../../../sync/contract/codes.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { maxEnrolmentSheetRows } from '../../../../sync/contract/applications/enroll.ts';
import { type FileAnswer, findFieldByMeaning } from '../../../../sync/contract/applications/form-design.ts';
import { normaliseIdNumber } from '../../../../sync/contract/people/id-number.ts';
import { listFormSheetColumns } from '../../../../sync/domain/applications/form-sheet.ts';
import { readWorkbookFile } from '../../../lib/files/workbook-file.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { OptionPicker } from '../../../platform/api/option-picker.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx';
import { SheetDrop } from '../../../ui/spreadsheet/sheet-drop.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatWorkbookProblem } from '../../../ui/spreadsheet/workbook-problem.ts';
import { openBatchOptions } from '../offer-options.ts';
import { type ClassPhotos, readClassPhotos, sendClassPhotos } from '../class-photos.ts';
import { type ClassBook, readClassBook, applyClassCorrections } from '../class-sheet.ts';
import { ClassImportErrors } from '../parts/class-import-errors.tsx';

type Form = CallOutput<CallOfPath<'/enroll/getForm'>>;
type Preview = CallOutput<CallOfPath<'/enroll/previewClass'>>;

/** Enrols a whole class: a list and photos are checked on this page before the server writes anything. */
export function ClassImportPage() {
  const { t } = useTranslation('filing');
  const [params, setParams] = useSearchParams();
  const offerId = Number(params.get('offerId') ?? 0);
  const batches = useCall('/batch/getList', { pageSize: 1, filter: { status: offerStatus.open } });
  const form = useCall('/enroll/getForm', { offerId }, { enabled: offerId > 0 });
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={t('classImport')}
        description={t('classHint')}
        actions={
          <Button asChild>
            <Link to="/enroll/index">{t('backToHome')}</Link>
          </Button>
        }
      />
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

interface Work {
  readonly step: 'reading' | 'photos' | 'checking' | 'sending' | 'writing';
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
  const { t, i18n } = useTranslation('filing');
  const invalidate = useInvalidate();
  const album = useRef<HTMLInputElement>(null);
  const [book, setBook] = useState<ClassBook | null>(null);
  const [photos, setPhotos] = useState<ClassPhotos | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState('');
  const [work, setWork] = useState<Work | null>(null);
  /** Uploaded photos; a retry uploads only the rest. */
  const sent = useRef(new Map<string, FileAnswer>());
  const { design, offerId, editionId, photoRule } = form;
  const numberKey = findFieldByMeaning(design, 'idNumber')?.key ?? '';
  const hasPhoto = findFieldByMeaning(design, 'photo') !== undefined;
  const numberOf = (line: ClassBook['lines'][number]): string => normaliseIdNumber(line.cells[numberKey] ?? '');
  const columns = listFormSheetColumns(design, (field) => (field.required ? 1 : 2));

  const doing = async (task: () => Promise<void>, otherwise: string) => {
    setProblem('');
    try {
      await task();
    } catch (error) {
      setProblem(error instanceof CallFailure ? error.message : otherwise);
    } finally {
      setWork(null);
    }
  };
  const look = async (lines: ClassBook, pictures: ClassPhotos | null) => {
    setWork({ step: 'checking', done: 0, all: 0 });
    const rows = lines.lines.map((line) => ({
      ...line,
      photo: pictures?.ready.has(numberOf(line)) === true ? ('ready' as const) : ('none' as const),
    }));
    setPreview(await makeCall('/enroll/previewClass', { offerId, editionId, rows }, { quiet: true }));
  };
  const takeBook = (file: File) =>
    doing(async () => {
      setPreview(null);
      setBook(null);
      write.reset();
      setWork({ step: 'reading', done: 0, all: 0 });
      const sheets = await readWorkbookFile(file, 2 * maxEnrolmentSheetRows);
      if ('kind' in sheets) return setProblem(formatWorkbookProblem(sheets));
      const found = readClassBook(sheets, design);
      if (found === null) return setProblem(t('classNoHeading'));
      if (found.lines.length === 0) return setProblem(t('classEmpty'));
      if (found.lines.length > maxEnrolmentSheetRows)
        return setProblem(t('classTooLong', { count: found.lines.length, max: maxEnrolmentSheetRows }));
      setBook(found);
      return look(found, photos);
    }, t('classUnreadable'));
  /** Applies corrections made on the page, and checks the list again. */
  const mend = (of: { row: number; sheet?: string | undefined }, cells: Readonly<Record<string, string>>) => {
    if (book === null) return;
    const mended = applyClassCorrections(book, of, cells);
    setBook(mended);
    void doing(() => look(mended, photos), t('classUnreadable'));
  };
  const takePhotos = (files: readonly File[]) =>
    doing(async () => {
      const found = await readClassPhotos(files, photoRule, (done, all) => setWork({ step: 'photos', done, all }));
      sent.current.clear();
      setPhotos(found);
      if (book !== null) await look(book, found);
    }, t('classPhotosUnreadable'));
  const write = useAction({
    mutationFn: async (given: { lines: ClassBook; preview: Preview }) => {
      const faulty = new Set(given.preview.faults.map((fault) => `${fault.sheet ?? ''} ${fault.row}`));
      const good = given.lines.lines.filter((line) => !faulty.has(`${line.sheet ?? ''} ${line.row}`));
      await sendClassPhotos(good.map(numberOf), photos?.ready ?? new Map(), sent.current, (done, all) =>
        setWork({ step: 'sending', done, all }),
      );
      setWork({ step: 'writing', done: 0, all: 0 });
      const rows = good.map((line) => ({ ...line, photo: sent.current.get(numberOf(line)) ?? ('none' as const) }));
      return { ...(await makeCall('/enroll/importClass', { offerId, editionId, rows, mode: 'all' })), left: faulty.size };
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
      <Panel bodyClassName="flex flex-col items-start gap-3 p-4">
        <h2 className="text-[17px] font-semibold">{t('classDone', { count: write.data.imported })}</h2>
        <p className="text-sm">{t('classDoneNote', { accounts: write.data.accounts, left: write.data.left })}</p>
        <div className="flex gap-2.5">
          <Button variant="primary" asChild>
            <Link to={`/enroll/list?offerId=${offerId}`}>{t('classToReview')}</Link>
          </Button>
          <Button
            onClick={() => {
              setBook(null);
              setPreview(null);
              write.reset();
            }}
          >
            {t('classAgain')}
          </Button>
        </div>
      </Panel>
    );
  const strangers =
    photos === null || book === null
      ? []
      : [...photos.ready.keys()].filter((number) => !book.lines.some((line) => numberOf(line) === number));
  const figures = work === null ? '' : t(steps[work.step], { done: work.done, all: work.all });
  return (
    <>
      <Panel bodyClassName="flex flex-col gap-3 p-4">
        <p className="text-sm text-muted-foreground">
          {t('classNeeds', {
            columns: columns
              .filter((column) => column.required)
              .map((column) => column.heading)
              .join(i18n.language === 'en' ? ', ' : '、'),
          })}
        </p>
        <SheetDrop
          template={{
            label: t('classTemplate'),
            name: t('classTemplateName', { name: form.name }),
            header: columns.map(({ heading, required }) => (required ? `${heading}*` : heading)),
          }}
          choose={t('classChoose')}
          tone={book === null ? 'primary' : 'outline'}
          reading={work?.step === 'reading' || work?.step === 'checking'}
          disabled={write.isPending}
          onTake={(file) => void takeBook(file)}
          said={book === null ? t('classDrop') : t('classRows', { count: book.lines.length })}
        />
        {hasPhoto && (
          <div className="flex flex-wrap items-center gap-3">
            <Button busy={work?.step === 'photos'} disabled={write.isPending} onClick={() => album.current?.click()}>
              <ImagePlus aria-hidden />
              {t('classPhotos')}
            </Button>
            <FileInput
              ref={album}
              multiple
              accept=".zip,.jpg,.jpeg,.png,.webp"
              aria-label={t('classPhotos')}
              onFiles={(files) => void takePhotos(files)}
            />
            <span className="text-[13px] text-muted-foreground">
              {photos === null
                ? t('classPhotosHint', { width: photoRule.width, height: photoRule.height })
                : t('classPhotosFound', { count: photos.ready.size })}
            </span>
          </div>
        )}
      </Panel>
      {work !== null && (
        <div className="flex flex-col gap-1.5">
          <p role="status" className="num text-sm text-muted-foreground">
            {figures}
          </p>
          <Progress value={work.all === 0 ? null : work.done / work.all} label={figures} />
        </div>
      )}
      {problem !== '' && (
        <div role="alert">
          <Strip tone="seal">{problem}</Strip>
        </div>
      )}
      {book !== null && book.unknown.length > 0 && <Strip tone="kept">{t('classUnknown', { columns: book.unknown.join('、') })}</Strip>}
      {preview !== null && book !== null && (
        <div className="flex flex-wrap items-center gap-3.5">
          <FigureStrip
            className="grow"
            figures={[
              { label: t('classGood'), value: preview.good },
              { label: t('classFaulty'), value: preview.faulty },
              ...(form.left < 0 ? [] : [{ label: t('classLeft'), value: form.left }]),
            ]}
          />
          <Button
            variant="primary"
            disabled={preview.good === 0 || work !== null}
            busy={write.isPending}
            onClick={() => write.mutate({ lines: book, preview })}
          >
            {t(preview.faulty === 0 ? 'classTakeAll' : 'classTakeGood', { count: preview.good })}
          </Button>
        </div>
      )}
      <ClassImportErrors
        faults={preview?.faults ?? []}
        bad={photos?.bad ?? []}
        strangers={strangers}
        busy={work !== null || write.isPending}
        photoKey={findFieldByMeaning(design, 'photo')?.key ?? ''}
        onMend={mend}
      />
    </>
  );
}

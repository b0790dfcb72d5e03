import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { type PersonImportColumn, personImportColumns, maxPersonImportRows } from '../../../../sync/contract/people/person.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { readWorkbookFile } from '../../../lib/files/workbook-file.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatWorkbookProblem } from '../../../ui/spreadsheet/workbook-problem.ts';
import { type PeopleBook, readPeopleBook } from '../../../lib/people-sheet/people-sheet.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { PeopleImportResult } from '../parts/people-import-result.tsx';
import { PeopleImportProgressBar } from '../parts/import-progress.tsx';
import { PeopleImportErrors } from '../parts/people-import-errors.tsx';
import { ImportReading } from '../parts/import-reading.tsx';
import { SheetDrop } from '../../../ui/spreadsheet/sheet-drop.tsx';

type ImportType = 4 | 5 | 6 | 7 | 8 | 12;
type Preview = CallOutput<CallOfPath<'/user/importPreview'>>;
const typeOf = (text: string | null): ImportType => ([4, 5, 6, 7, 8, 12] as const).find((type) => String(type) === text) ?? 7;

/** Columns for examinees and students only. */
const ofStudents: readonly PersonImportColumn[] = ['student_no', 'class', 'ticket_no', 'source'];

/** Imports people from a spreadsheet: read in the browser, checked by the server row by row, written in one transaction. */
export function PeopleImportPage() {
  const { t, i18n } = useTranslation('people');
  const invalidate = useInvalidate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const user_type = typeOf(params.get('type'));
  const sits = user_type === 7 || user_type === 8;
  const columns = personImportColumns.filter((column) => sits || !ofStudents.includes(column));
  const required: readonly PersonImportColumn[] = sits ? ['name'] : ['name', 'login_name'];
  const [addClasses, setAddClasses] = useState(true);
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<'idle' | 'reading' | 'checking'>('idle');
  const [checked, setChecked] = useState<{
    book: PeopleBook;
    preview: Preview;
    fileName: string;
  } | null>(null);
  const [progressKey, setProgressKey] = useState<string | null>(null);
  /** Runs a call with a progress key, under which its progress is polled. */
  const watched = async <T,>(work: (key: string) => Promise<T>): Promise<T> => {
    const key = crypto.randomUUID();
    setProgressKey(key);
    return work(key).finally(() => setProgressKey(null));
  };
  const write = useAction({
    mutationFn: (mode: 'good' | 'all') =>
      watched((progress_key) =>
        makeCall('/user/import', { user_type, rows: [...(checked?.book.people ?? [])], addClasses, mode, progress_key }),
      ),
    onSettled: () => invalidate('/user', '/class'),
  });

  const check = async (book: PeopleBook, fileName: string, classesToo: boolean) => {
    setStep('checking');
    try {
      const preview = await watched((progress_key) =>
        makeCall('/user/importPreview', { user_type, rows: [...book.people], addClasses: classesToo, progress_key }, { quiet: true }),
      );
      setChecked({ book, preview, fileName });
    } catch (error) {
      setProblem(error instanceof CallFailure ? error.message : String(error));
    } finally {
      setStep('idle');
    }
  };
  const take = async (file: File) => {
    setProblem(null);
    setChecked(null);
    write.reset();
    setStep('reading');
    const sheets = await readWorkbookFile(file, 2 * maxPersonImportRows);
    setStep('idle');
    if ('kind' in sheets) return setProblem(formatWorkbookProblem(sheets));
    const book = readPeopleBook(sheets, columns);
    if (book === null) return setProblem(t('headingMissing'));
    const { people } = book;
    if (people.length === 0) return setProblem(t('fileEmpty'));
    if (people.length > maxPersonImportRows) return setProblem(t('fileTooLong', { max: maxPersonImportRows, count: people.length }));
    await check(book, file.name, addClasses);
  };

  const { preview } = checked ?? {};
  const listed = (names: readonly string[]) => names.join(i18n.language === 'en' ? ', ' : '、');
  // Omit the parameter if the list shows this type by default.
  const listPath = `${pathname.replace(/\/import$/, '')}${user_type === 7 || user_type === 6 ? '' : `?user_type=${user_type}`}`;
  const back = (
    <Button asChild>
      <Link to={listPath}>{t('backToList')}</Link>
    </Button>
  );
  if (write.data !== undefined)
    return (
      <PeopleImportResult
        done={write.data}
        faults={preview?.faults ?? []}
        listPath={listPath}
        onAgain={() => {
          write.reset();
          setChecked(null);
        }}
      />
    );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={`${t('importTitle')} · ${t(`types.${user_type}`)}`} actions={back} />
      <Panel bodyClassName="p-4">
        <p className="mb-3 text-sm text-muted-foreground">
          {t('importIntro')}
          {t(sits ? 'importNeeds' : 'importNeedsLogin')}
          {t('importColumns', { columns: listed(columns.map((column) => t(`columns.${column}`))) })}
        </p>
        <SheetDrop
          template={{
            label: t('template'),
            name: t('templateName'),
            header: columns.map((column) => `${t(`columns.${column}`)}${required.includes(column) ? '*' : ''}`),
          }}
          choose={t('choose')}
          tone={preview === undefined ? 'primary' : 'outline'}
          reading={step !== 'idle'}
          disabled={write.isPending}
          onTake={(file) => void take(file)}
          said={step === 'reading' ? t('reading') : step === 'idle' && (checked?.fileName ?? t('importDrop'))}
        >
          {sits && (
            <label className="flex items-center gap-2 text-sm">
              <Checkbox
                checked={addClasses}
                onCheckedChange={(on) => {
                  setAddClasses(on === true);
                  if (checked !== null) void check(checked.book, checked.fileName, on === true);
                }}
              />
              {t('addClasses')}
            </label>
          )}
        </SheetDrop>
      </Panel>
      {progressKey !== null && <PeopleImportProgressBar progressKey={progressKey} />}
      {problem !== null && (
        <div role="alert">
          <Strip tone="seal">{problem}</Strip>
        </div>
      )}
      {preview !== undefined && (
        <>
          <div className="flex flex-wrap items-center gap-3.5">
            <FigureStrip
              className="grow"
              figures={[
                { label: t('good'), value: preview.good },
                { label: t('faulty'), value: preview.faulty },
                ...(sits
                  ? [{ label: t('newClasses'), value: preview.newClasses.length, note: listed(preview.newClasses.slice(0, 2)) }]
                  : []),
              ]}
            />
            <Button
              variant="primary"
              disabled={preview.good === 0}
              busy={write.isPending}
              onClick={() => write.mutate(preview.faulty === 0 ? 'all' : 'good')}
            >
              {t(preview.faulty === 0 ? 'importAll' : 'importGood', { count: preview.good })}
            </Button>
          </div>
          {checked !== null && <ImportReading book={checked.book} />}
          {preview.faults.length > 0 && <PeopleImportErrors faults={preview.faults} />}
        </>
      )}
    </div>
  );
}

import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { listPersonColumns, maxPersonImportRows, type PersonImportColumn } from '../../../../sync/contract/people/person.ts';
import { userRights } from '../../../../sync/contract/people/user-rights.ts';
import type { UserType } from '../../../../sync/contract/roles.ts';
import type { WorkbookSheet } from '../../../../sync/spreadsheet/workbook.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { readWorkbookFile } from '../../../lib/files/workbook-file.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatWorkbookProblem } from '../../../ui/spreadsheet/workbook-problem.ts';
import { type PeopleBook, readPeopleBook } from '../../../lib/people-sheet/people-sheet.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { staffTypes, studentTypes, type ListedType } from '../people-queries.ts';
import { PeopleImportResult } from '../parts/people-import-result.tsx';
import { PeopleImportProgressBar } from '../parts/import-progress.tsx';
import { PeopleImportErrors } from '../parts/people-import-errors.tsx';
import { ImportReading } from '../parts/import-reading.tsx';
import { SheetDrop } from '../../../ui/spreadsheet/sheet-drop.tsx';

type Preview = CallOutput<CallOfPath<'/user/importPreview'>>;
const typeOf = (text: string | null): ListedType => [...staffTypes, ...studentTypes].find((type) => String(type) === text) ?? 7;
/** A file that was read. */
interface ImportFile {
  readonly name: string;
  readonly sheets: readonly WorkbookSheet[];
}
/** Choices of the user. `type`: type of the rows without a cell for it. */
interface ImportChoice {
  readonly type: ListedType;
  readonly addClasses: boolean;
}

const isStudentType = (type: UserType): boolean => type === 7 || type === 8;

/** Makes the common input of the check and of the import. */
const toImportInput = (book: PeopleBook | undefined, { type, addClasses }: ImportChoice) => ({
  user_type: book?.columns.includes('user_type') === true ? null : type,
  rows: [...(book?.people ?? [])],
  addClasses,
});

/** Imports people from a spreadsheet: read in the browser, checked by the server row by row, written in one transaction. */
export function PeopleImportPage() {
  const { t, i18n } = useTranslation('people');
  const invalidate = useInvalidate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const manages = userRights[useAtomValue(sessionUserAtom)?.user_type ?? 7].manages;
  const [choice, setChoice] = useState<ImportChoice>({ type: typeOf(params.get('type')), addClasses: true });
  const { type, addClasses } = choice;
  const types = (isStudentType(type) ? studentTypes : staffTypes).filter((each) => manages.includes(each));
  const sits = isStudentType(type);
  const columns = listPersonColumns(type);
  const required: readonly PersonImportColumn[] = sits ? ['name', 'user_type'] : ['name', 'user_type', 'login_name'];
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<'idle' | 'reading' | 'checking'>('idle');
  const [checked, setChecked] = useState<{ file: ImportFile; choice: ImportChoice; book: PeopleBook; preview: Preview } | null>(null);
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
        makeCall('/user/import', { ...toImportInput(checked?.book, checked?.choice ?? choice), mode, progress_key }),
      ),
    onSettled: () => invalidate('/user', '/class'),
  });

  const check = async (file: ImportFile, wanted: ImportChoice) => {
    setProblem(null);
    setChecked(null);
    const book = readPeopleBook(file.sheets, listPersonColumns(wanted.type));
    if (book === null) return setProblem(t('headingMissing'));
    const count = book.people.length;
    if (count === 0) return setProblem(t('fileEmpty'));
    if (count > maxPersonImportRows) return setProblem(t('fileTooLong', { max: maxPersonImportRows, count }));
    setStep('checking');
    try {
      const preview = await watched((progress_key) =>
        makeCall('/user/importPreview', { ...toImportInput(book, wanted), progress_key }, { quiet: true }),
      );
      setChecked({ file, choice: wanted, book, preview });
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
    await check({ name: file.name, sheets }, choice);
  };
  const choose = (next: ImportChoice) => {
    setChoice(next);
    if (checked !== null) void check(checked.file, next);
  };

  const { preview } = checked ?? {};
  const listed = (names: readonly string[]) => names.join(i18n.language === 'en' ? ', ' : '、');
  // Omit the parameter if the list shows this type by default.
  const listPath = `${pathname.replace(/\/import$/, '')}${type === 7 || type === 6 ? '' : `?user_type=${type}`}`;
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
      <PageHeader title={`${t('importTitle')} · ${t(sits ? 'students' : 'staff')}`} actions={back} />
      <Panel bodyClassName="p-4">
        <p className="mb-3 text-sm text-muted-foreground">
          {t('importIntro')}
          {t(sits ? 'importNeeds' : 'importNeedsLogin')}
          {t('importColumns', { columns: listed(columns.map((column) => t(`columns.${column}`))) })}
        </p>
        {types.length > 1 && (
          <div className="mb-4 max-w-md">
            <Field label={t('importType')} hint={t('importTypeHint')}>
              {({ 'aria-required': _required, ...control }) => (
                <Select
                  {...control}
                  value={String(type)}
                  disabled={step !== 'idle' || write.isPending}
                  onChange={(value) => choose({ type: typeOf(value), addClasses })}
                  choices={types.map((each) => ({ value: String(each), label: t(`types.${each}`) }))}
                />
              )}
            </Field>
          </div>
        )}
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
          said={step === 'reading' ? t('reading') : step === 'idle' && (checked?.file.name ?? t('importDrop'))}
        >
          {sits && (
            <label className="flex items-center gap-2 text-sm">
              <Checkbox
                disabled={step !== 'idle' || write.isPending}
                checked={addClasses}
                onCheckedChange={(on) => choose({ type, addClasses: on === true })}
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
          {checked !== null && <ImportReading book={checked.book} type={type} />}
          {preview.faults.length > 0 && <PeopleImportErrors faults={preview.faults} />}
        </>
      )}
    </div>
  );
}

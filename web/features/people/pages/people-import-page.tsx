import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { useLocation, useSearchParams } from 'react-router-dom';
import { listPersonColumns, maxPersonImportRows, type PersonImportColumn } from '../../../../sync/contract/people/person.ts';
import { userRights } from '../../../../sync/contract/people/user-rights.ts';
import type { UserType } from '../../../../sync/contract/roles.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type PeopleBook, readPeopleBook } from '../../../lib/people-sheet/people-sheet.ts';
import { useInvalidate, useCall } from '../../../platform/api/call-query.ts';
import { useAction } from '../../../ui/use-action.ts';
import { staffTypes, studentTypes, type ListedType } from '../people-queries.ts';
import { ImportFaults } from '../../../platform/imports/import-faults.tsx';
import { ImportSummary, ImportProgress } from '../../../platform/imports/import-summary.tsx';
import { useSheetImport } from '../../../platform/imports/use-sheet-import.ts';
import { SheetDrop } from '../../../ui/spreadsheet/sheet-drop.tsx';
import { PasswordResult } from '../parts/password-result.tsx';

const parseListedType = (text: string | null): ListedType => [...staffTypes, ...studentTypes].find((type) => String(type) === text) ?? 7;
/** Choices of the user. `type`: user type of the rows that name none. */
interface ImportChoice {
  readonly type: ListedType;
  readonly addClasses: boolean;
}

const isStudentType = (type: UserType): boolean => type === 7 || type === 8;

/** Makes the input that two calls have in common: the check of the rows, and the import itself. */
const toImportInput = (book: PeopleBook, { type, addClasses }: ImportChoice) => ({
  user_type: book.columns.includes('user_type') ? null : type,
  rows: [...book.rows],
  addClasses,
});

/** Imports people from a spreadsheet: read in the browser, checked by the server row by row, written in one transaction. */
export function PeopleImportPage() {
  const { t } = useTranslation(['people', 'words']);
  const invalidate = useInvalidate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const manages = userRights[useAtomValue(sessionUserAtom)?.user_type ?? 7].manages;
  const [progressKey, setProgressKey] = useState<string | null>(null);
  /** Runs a call with a progress key, under which its progress is polled. */
  const watched = async <T,>(work: (key: string) => Promise<T>): Promise<T> => {
    const key = crypto.randomUUID();
    setProgressKey(key);
    return work(key).finally(() => setProgressKey(null));
  };
  const { choice, checked, step, problem, ...sheet } = useSheetImport(
    { type: parseListedType(params.get('type')), addClasses: true },
    {
      maxRows: maxPersonImportRows,
      read: (sheets, { type }: ImportChoice) => readPeopleBook(sheets, listPersonColumns(type)),
      noHeading: t('headingMissing'),
      check: (book: PeopleBook, wanted: ImportChoice) =>
        watched((progress_key) => makeCall('/user/importPreview', { ...toImportInput(book, wanted), progress_key }, { quiet: true })),
    },
  );
  const { type, addClasses } = choice;
  const types = (isStudentType(type) ? studentTypes : staffTypes).filter((each) => manages.includes(each));
  const sits = isStudentType(type);
  const columns = listPersonColumns(type);
  const required: readonly PersonImportColumn[] = sits ? ['name', 'user_type'] : ['name', 'user_type', 'login_name'];
  const write = useAction({
    mutationFn: ({ list, choice: wanted, mode }: { list: PeopleBook; choice: ImportChoice; mode: 'good' | 'all' }) =>
      watched((progress_key) => makeCall('/user/import', { ...toImportInput(list, wanted), mode, progress_key })),
    onSettled: () => invalidate('/user', '/class'),
  });

  const { preview } = checked ?? {};
  const faults = (preview?.faults ?? []).map((fault) => ({ ...fault, label: t(`columns.${fault.column}`) }));
  // Omit the parameter `user_type` if the list shows this user type by default.
  const listPath = `${pathname.replace(/\/import$/, '')}${type === 7 || type === 6 ? '' : `?user_type=${type}`}`;
  const backLink = <LinkButton to={listPath}>{t('backToList')}</LinkButton>;
  if (write.data !== undefined)
    return (
      <PasswordResult
        title={t('importDone', { count: write.data.imported })}
        slips={write.data.passwords}
        again={{
          label: t('importAgain'),
          run: () => {
            write.reset();
            sheet.clear();
          },
        }}
        back={{ label: t('backToList'), path: listPath }}
        after={write.data.skipped > 0 && <ImportFaults name="people.faults" faults={faults} />}
      >
        {write.data.skipped > 0 && <Strip tone="kept">{t('importSkipped', { count: write.data.skipped })}</Strip>}
      </PasswordResult>
    );
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={`${t('words:peopleImport')} · ${t(sits ? 'words:students' : 'words:teachers')}`} actions={backLink} />
      <Panel bodyClassName="p-4">
        <p className="mb-3 text-sm text-muted-foreground">
          {t('importIntro')}
          {t(sits ? 'importNeeds' : 'importNeedsLogin')}
          {t('importColumns', { columns: joinWords(columns.map((column) => t(`columns.${column}`))) })}
        </p>
        {types.length > 1 && (
          <div className="mb-4 max-w-md">
            <Field label={t('importType')} hint={t('importTypeHint')}>
              {({ 'aria-required': _required, ...control }) => (
                <Select
                  {...control}
                  value={String(type)}
                  disabled={step !== 'idle' || write.isPending}
                  onChange={(value) => sheet.choose({ type: parseListedType(value), addClasses })}
                  choices={types.map((each) => ({ value: String(each), label: t(`types.${each}`) }))}
                />
              )}
            </Field>
          </div>
        )}
        <SheetDrop
          template={{
            label: t('words:template'),
            name: t('templateName'),
            header: columns.map((column) => `${t(`columns.${column}`)}${required.includes(column) ? '*' : ''}`),
          }}
          choose={t('words:chooseSheet')}
          tone={preview === undefined ? 'primary' : 'outline'}
          reading={step !== 'idle'}
          disabled={write.isPending}
          onTake={(file) => {
            write.reset();
            sheet.take(file);
          }}
          statusText={step === 'reading' ? t('reading') : step === 'idle' && (sheet.fileName ?? t('importDrop'))}
        >
          {sits && (
            <label className="flex items-center gap-2 text-sm">
              <Checkbox
                disabled={step !== 'idle' || write.isPending}
                checked={addClasses}
                onCheckedChange={(on) => sheet.choose({ type, addClasses: on === true })}
              />
              {t('addClasses')}
            </label>
          )}
        </SheetDrop>
      </Panel>
      {progressKey !== null && <PeopleImportProgress progressKey={progressKey} />}
      {problem !== null && (
        <div role="alert">
          <Strip tone="seal">{problem}</Strip>
        </div>
      )}
      {checked !== null && (
        <>
          <ImportSummary
            preview={checked.preview}
            extraFigures={
              sits
                ? [
                    {
                      label: t('newClasses'),
                      value: checked.preview.newClasses.length,
                      note: joinWords(checked.preview.newClasses.slice(0, 2)),
                    },
                  ]
                : []
            }
            busy={write.isPending}
            disabled={step !== 'idle'}
            onImport={() => write.mutate({ ...checked, mode: checked.preview.faulty === 0 ? 'all' : 'good' })}
          />
          <ImportReading book={checked.list} type={checked.choice.type} />
          <ImportFaults name="people.faults" faults={faults} busy={step !== 'idle' || write.isPending} onCorrect={sheet.correct} />
        </>
      )}
    </div>
  );
}

/** Explains how a file was read: ignored parts, the types of the accounts, the sheets used, and renamed columns. */
function ImportReading({ book: { columns, sheets, notRead, unknown, renamed }, type }: { book: PeopleBook; type: ListedType }) {
  const { t } = useTranslation('people');
  const leftOut = [
    ...(notRead.length > 0 ? [t('sheetsNotRead', { sheets: joinWords(notRead), count: notRead.length })] : []),
    ...(unknown.length > 0 ? [t('unknownColumns', { columns: joinWords(unknown), count: unknown.length })] : []),
  ];
  const readingNotes = [
    columns.includes('user_type') ? t('importTypeRead') : t('importTypeWhole', { type: t(`types.${type}`) }),
    ...(sheets.length > 1 ? [t('sheetsRead', { sheets: joinWords(sheets), count: sheets.length })] : []),
    ...(renamed.length > 0
      ? [t('renamedColumns', { columns: joinWords(renamed.map(({ heading, column }) => `${heading} → ${t(`columns.${column}`)}`)) })]
      : []),
  ];
  const renderLines = (lines: readonly string[]) => lines.map((line) => <p key={line}>{line}</p>);
  return (
    <>
      {leftOut.length > 0 && <Strip tone="kept">{renderLines(leftOut)}</Strip>}
      <Strip tone="neutral">{renderLines(readingNotes)}</Strip>
    </>
  );
}

const everyMs = 400;
const steps = { checking: 'stepChecking', preparing: 'stepPreparing', writing: 'stepWriting' } as const;

/** Shows the progress of an import. While the server writes, its transaction blocks the reply, so the last figures stay visible. */
function PeopleImportProgress({ progressKey }: { progressKey: string }) {
  const { t } = useTranslation('people');
  const { data } = useCall('/user/getImportProgress', { progress_key: progressKey }, { quiet: true, refetchInterval: everyMs, gcTime: 0 });
  const { step, done, total } = data ?? { step: 'checking' as const, done: 0, total: 0 };
  return <ImportProgress text={total === 0 ? t('reading') : t(steps[step], { done, total })} done={done} total={total} />;
}

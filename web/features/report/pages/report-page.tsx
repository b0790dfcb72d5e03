import { Download, Images } from 'lucide-react';
import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { type CertificateLevel, certificateLevels } from '../../../../sync/contract/codes.ts';
import { getReportRowKind, type ReportKind, reportKinds, type ReportTopic } from '../../../../sync/contract/applications/report.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { CallFailure, makeCall } from '../../../platform/api/call.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { OptionPicker, createOptionSource, type OptionSource } from '../../../platform/api/option-picker.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { OfferedProfession } from '../../../platform/choices/entity-choices.tsx';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { getSchoolLogo } from '../../../platform/session/session-user.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Field } from '../../../ui/form/field.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { PrintLayout } from '../../../ui/print/print-layout.tsx';
import { downloadAddress, downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { writeSheet } from '../../../ui/spreadsheet/spreadsheet.ts';
import { type ReportTable, toReportSheet } from '../report-sheet.ts';
import { cn } from '../../../lib/cn.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';

const templatesOf = Object.fromEntries(
  reportKinds.map((kind) => [
    kind,
    createOptionSource('/report/getList', {
      filter: { kind },
      sort: 'name',
      chosen: '/report/getById',
      optionOf: ({ id, name }) => ({ value: String(id), label: name }),
    }),
  ]),
) as Readonly<Record<ReportKind, OptionSource>>;

/** Makes the tables about one exam that a certification body hands in. /teacher/exam/exam-plan/report/{plan} */
export function ReportPage() {
  const { t } = useTranslation(['report', 'words']);
  const planId = Number(useParams()['planId']);
  // Teachers use the templates; school administrators change them.
  const isSchool = useAtomValue(sessionUserAtom)?.roles.includes('school') === true;
  const [report, setReport] = useState<{ readonly topic: ReportTopic; readonly table: ReportTable } | null>(null);
  return (
    <div className="flex flex-col gap-3.5">
      <div className="flex flex-col gap-3.5 print:hidden">
        <PageHeader
          actions={
            <>
              <LinkButton variant="ghost" to={`/teacher/exam/exam-plan/score/${planId}`}>
                {t('toScores')}
              </LinkButton>
              {isSchool && <LinkButton to="/teacher/exam/report-template">{t('words:reportTemplates')}</LinkButton>}
            </>
          }
        />
        <ReportChoice planId={planId} onChange={() => setReport(null)} onMade={(topic, table) => setReport({ topic, table })} />
        {report !== null && <MissingValues kind={report.topic.kind} table={report.table} />}
      </div>
      {report !== null && <MadeReport {...report} />}
    </div>
  );
}

interface ReportChoiceProps {
  planId: number;
  /** Called when the user chooses another kind of table, template, profession or level: the table on the screen no longer fits. */
  onChange: () => void;
  onMade: (topic: ReportTopic, table: ReportTable) => void;
}

function ReportChoice({ planId, onChange, onMade }: ReportChoiceProps) {
  const { t } = useTranslation(['report', 'words']);
  const { t: ofCertificate } = useTranslation('certificate');
  const [kind, setKind] = useState<ReportKind>('certificates');
  const [templateId, setTemplate] = useState<number | null>(null);
  const [professionId, setProfession] = useState<number | null>(null);
  const [tradeId, setTrade] = useState('');
  const [level, setLevel] = useState<CertificateLevel>(4);
  const profession = useCall('/prof/getById', { id: professionId ?? 0 }, { enabled: professionId !== null });
  const make = useAction({
    mutationFn: async () => {
      const topic = { planId, kind, professionId: professionId ?? 0, tradeId: tradeId === '' ? null : Number(tradeId), level };
      return { topic, table: await makeCall('/report/make', { ...topic, templateId }, { quiet: true }) };
    },
    onSuccess: ({ topic, table }) => onMade(topic, table),
  });
  /** Makes the `onChange` handler of one field: it sets the chosen value and discards the table on the screen, which no longer fits the choices. */
  const choose = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      make.reset();
      onChange();
    };
  };
  const trades = (professionId === null ? undefined : profession.data?.trades) ?? [];
  return (
    <Panel title={t('choose')} bodyClassName="flex flex-col gap-3 p-3.5">
      <p className="text-[13px] text-muted-foreground">{t('hint')}</p>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
        <Field label={t('table')}>
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={choose((next: string) => {
                setKind(reportKinds.find((each) => each === next) ?? 'certificates');
                setTemplate(null);
              })}
              choices={reportKinds.map((each) => ({ value: each, label: t(`kind.${each}`) }))}
            />
          )}
        </Field>
        <Field label={t('template')}>
          {(control) => (
            <OptionPicker
              {...control}
              key={kind}
              source={templatesOf[kind]}
              placeholder={t('defaultColumns')}
              value={templateId}
              onChange={choose(setTemplate)}
            />
          )}
        </Field>
        <Field label={t('words:profession')} required>
          {(control) => (
            <OfferedProfession
              control={control}
              none={t('words:profession')}
              value={professionId}
              onChange={choose((id: number | null) => {
                setProfession(id);
                setTrade('');
              })}
            />
          )}
        </Field>
        <Field label={t('words:trade')}>
          {(control) => (
            <Select
              {...control}
              value={tradeId}
              onChange={choose(setTrade)}
              disabled={trades.length === 0}
              choices={[{ value: '', label: t('wholeProfession') }, ...trades.map(({ id, name }) => ({ value: String(id), label: name }))]}
            />
          )}
        </Field>
        <Field label={t('words:level')}>
          {(control) => (
            <Select
              {...control}
              value={String(level)}
              onChange={choose((next: string) => setLevel(certificateLevels.find((each) => String(each) === next) ?? 4))}
              choices={certificateLevels.map((each) => ({ value: String(each), label: ofCertificate(`levels_${each}`) }))}
            />
          )}
        </Field>
      </div>
      {make.error instanceof CallFailure && (
        <p role="alert" className="text-sm text-seal">
          {make.error.message}
        </p>
      )}
      <Button variant="primary" className="self-start" disabled={professionId === null} busy={make.isPending} onClick={() => make.mutate()}>
        {t('make')}
      </Button>
    </Panel>
  );
}

/** Shows the table that was made as it will be printed, with the buttons to download it. */
function MadeReport({ topic, table }: { topic: ReportTopic; table: ReportTable }) {
  const { t } = useTranslation('report');
  const user = useAtomValue(sessionUserAtom);
  const { kind } = topic;
  const title = table.title === '' ? t(`kind.${kind}`) : table.title;
  const photos = getReportRowKind(kind) === 'plan' ? 0 : table.rows.length - table.missingPhotos.length;
  const save = useAction({
    mutationFn: () => writeSheet(toReportSheet(title, table), new AbortController().signal),
    onSuccess: (file) => {
      downloadFile(file, `${title} ${formatDate(Date.now())}.xlsx`);
      toast.success(t('downloaded', { n: table.rows.length }));
    },
    onError: (error) => toast.error(error.message),
  });
  const pack = useAction({
    mutationFn: () => makeCall('/report/packPhotos', topic),
    onSuccess: ({ url }) => downloadAddress(url),
  });
  return (
    <PrintLayout
      school={{ title: user?.school_title ?? '', logo: user === null ? '' : getSchoolLogo(user) }}
      title={title}
      subtitle={table.planName}
      orientation="landscape"
      actions={
        <>
          <Button disabled={table.rows.length === 0} busy={save.isPending} onClick={() => save.mutate()}>
            <Download aria-hidden />
            {t('download')}
          </Button>
          {photos > 0 && (
            <Button busy={pack.isPending} onClick={() => pack.mutate()}>
              <Images aria-hidden />
              {t('downloadPhotos', { n: photos })}
            </Button>
          )}
        </>
      }
      nothing={table.rows.length === 0 ? <EmptyState title={t('nobody')}>{t(`nobodyHint.${kind}`)}</EmptyState> : undefined}
    >
      <ReportTableView title={title} table={table} />
    </PrintLayout>
  );
}

/** Tells whether a cell stays on one line: names, numbers and dates would be hard to read if they were broken across two lines. */
const isShort = (cell: string | number | null): boolean => String(cell ?? '').length <= (/\p{Script=Han}/u.test(String(cell)) ? 8 : 22);

/** Shows the table on paper. On the screen, required values that are missing stand out; on paper their cells are empty, to be filled in by hand. */
function ReportTableView({ title, table: { columns, rows, missing } }: { title: string; table: ReportTable }) {
  const { t } = useTranslation('report');
  const headingsById = new Map(missing.map(({ id, headings }) => [id, new Set(headings)]));
  return (
    <table aria-label={title} className="num w-full border-collapse text-[9pt] leading-snug">
      <thead>
        <tr>
          {columns.map(({ heading }) => (
            <th key={heading} scope="col" className="border border-current px-1.5 py-1 font-semibold">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id} className="break-inside-avoid">
            {columns.map(({ heading, type }, at) => {
              const cell = cells[at] ?? null;
              const isMissing = cell === null && headingsById.get(id)?.has(heading) === true;
              return (
                <td
                  key={heading}
                  className={cn(
                    'border border-current px-1.5 py-1',
                    isShort(cell) ? 'whitespace-nowrap' : 'break-words',
                    type === 'number' && 'text-right',
                    isMissing && 'bg-seal-soft print:bg-transparent',
                  )}
                >
                  {isMissing ? <span className="text-seal print:hidden">{t('empty')}</span> : cell}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface NamedRow {
  readonly id: number;
  readonly name: string;
  /** Admission ticket number of a person; '' for a row about a plan. */
  readonly ticketNo: string;
}

/** Names every person or plan that lacks a required value, with the headings of the empty cells, and every person without a usable photo. */
function MissingValues({ kind, table: { rows, missing, missingPhotos } }: { kind: ReportKind; table: ReportTable }) {
  const { t } = useTranslation(['report', 'words']);
  if (rows.length === 0) return null;
  return (
    <>
      {missing.length === 0 ? (
        <Strip tone="delivered">{t('complete', { n: rows.length })}</Strip>
      ) : (
        <MissingList
          title={t('missingCount', { n: missing.length })}
          hint={t(`missingHint.${getReportRowKind(kind)}`)}
          items={missing}
          describeMissing={({ headings }) => joinWords(headings)}
        />
      )}
      {missingPhotos.length > 0 && (
        <MissingList
          title={t('photosMissing', { n: missingPhotos.length })}
          hint={t('photosHint')}
          items={missingPhotos}
          describeMissing={(person) => t(`lacks.${person.lacks}`)}
        />
      )}
    </>
  );
}

interface MissingListProps<T extends NamedRow> {
  title: ReactNode;
  hint: ReactNode;
  items: readonly T[];
  describeMissing: (item: T) => string;
}

function MissingList<T extends NamedRow>({ title, hint, items, describeMissing }: MissingListProps<T>) {
  const { t } = useTranslation('report');
  return (
    <Strip tone="kept">
      <div className="flex min-w-0 flex-col gap-1">
        <strong>{title}</strong>
        <span>{hint}</span>
        <ul className="scroll-slim grid max-h-48 list-disc gap-x-8 overflow-y-auto pl-5 sm:grid-cols-2 xl:grid-cols-3">
          {items.map((item) => (
            <li key={item.id}>
              {item.ticketNo === ''
                ? t('missingOf', { name: item.name, what: describeMissing(item) })
                : t('missingPerson', { name: item.name, ticket: item.ticketNo, what: describeMissing(item) })}
            </li>
          ))}
        </ul>
      </div>
    </Strip>
  );
}

import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { addLabel, joinWords } from '../../../lib/punctuation.ts';
import { Link } from 'react-router-dom';
import { enrolmentBatchResource } from '../../../../sync/contract/applications/batch.ts';
import { enrolmentStatus, offerStatus, userStatus, examPartCodes } from '../../../../sync/contract/codes.ts';
import { useCall, useInvalidate, useListQuery } from '../../../platform/api/call-query.ts';
import { useShowSaved } from '../../../platform/next-step.tsx';
import { useResourceColumns, ResourceListPage } from '../../../platform/forms/resource-list-page.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { StatusFilter } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { batchResourceCalls } from '../application-resource-calls.ts';
import { type BatchRow, getLevelName } from '../application-queries.ts';
import { useOfferActions, OfferPhaseChip, OfferWindow, QuotaBar } from '../parts/offer/offer-cells.tsx';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { ChipMark, type MarkShape } from '../../../ui/primitives/chip.tsx';
import { formatDateTime } from '../../../lib/format-time.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useWatch } from 'react-hook-form';
import { recognitionTypes } from '../../../../sync/contract/code-lists.ts';
import type { ResourceDraft } from '../../../../sync/contract/resource.ts';
import { ResourceField, type ResourceFormContext, ResourceForm } from '../../../platform/forms/resource-form.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { NumberField } from '../../../ui/form/form-fields.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { useLabelText } from '../../../ui/form/use-label-text.ts';
import { OfferFields, useOfferChoices } from '../parts/offer/offer-fields.tsx';
import type { RowVersionKey } from '../../../../sync/contract/scalars.ts';

const statuses = Object.values(offerStatus);
const filters = { keyword: textFilter, status: createOneOfFilter(statuses) };

/** Home page of the enrolment administrator: the enrolment batches, applications to review today, and charts. */
export function BatchListPage() {
  const { t } = useTranslation(['application', 'words']);
  const { t: code } = useTranslation('codes');
  const list = useListState({ filters, sort: '-updatedMs' });
  const batches = useListQuery('/batch/getList', list.input);
  const column = useResourceColumns(enrolmentBatchResource)<BatchRow>();
  const actions = useOfferActions('batch');
  const counts = useCall('/enroll/getCounts', {});
  const [copied, setCopied] = useState<BatchRow | null>(null);
  const showSaved = useShowSaved();
  const closeCopy = (saved?: RowVersionKey) => {
    setCopied(null);
    if (saved !== undefined) showSaved(saved);
  };
  const of = (status: number) => counts.data?.offers.filter((row) => row.status === status).reduce((sum, row) => sum + row.count, 0) ?? 0;
  const waiting = counts.data?.waiting;
  const today = counts.data?.days.at(-1);
  const reviewOf = (id: number) => `/enroll/list?offerId=${id}`;
  return (
    <>
      <FigureStrip
        className="mb-3.5"
        figures={[
          {
            label: t('toReview'),
            value: (
              <Link className="text-primary underline-offset-4 hover:underline" to={`/enroll/list?status=${enrolmentStatus.underReview}`}>
                {of(enrolmentStatus.underReview)}
              </Link>
            ),
            note: (waiting?.long ?? 0) > 0 ? t('longCount', { count: waiting?.long ?? 0 }) : undefined,
          },
          { label: t('mendedWaits'), value: waiting?.mended ?? 0 },
          { label: t('clearWaits'), value: waiting?.clear ?? 0 },
          { label: t('twiceWaits'), value: waiting?.twice ?? 0 },
          { label: t('approved'), value: of(enrolmentStatus.approved) },
          { label: t('cameToday'), value: today?.submitted ?? 0, note: t('decidedToday', { count: today?.decided ?? 0 }) },
        ]}
      />
      <ResourceListPage
        calls={batchResourceCalls}
        title={t('batches')}
        list={list}
        query={batches}
        columns={[
          column('name', {
            fixed: true,
            opens: true,
            cell: (row) => (
              <span className="flex items-baseline gap-2 truncate">
                <span>{row.name}</span>
                <span className="text-[13px] text-muted-foreground">
                  {row.profession === '' ? t('noProfession') : `${row.profession} ${getLevelName(code, row.level)}`}
                </span>
              </span>
            ),
            value: (row) => row.name,
          }),
          column('parts', {
            width: 'w-32',
            cell: (row) =>
              joinWords(row.parts.map(({ part, resit }) => (resit ? t('partResit', { part: t(`parts.${part}`) }) : t(`parts.${part}`)))),
          }),
          column('closesMs', { width: 'w-64', cell: (row) => <OfferWindow offer={row} /> }),
          column('quota', { width: 'w-52', cell: (row) => <QuotaBar quota={row.quota} approved={row.approved} pending={row.pending} /> }),
          column('pending', {
            width: 'w-24',
            align: 'right',
            cell: (row) =>
              row.pending === 0 ? (
                '—'
              ) : (
                <Link className="font-semibold text-primary" to={reviewOf(row.id)}>
                  {row.pending}
                </Link>
              ),
            value: (row) => row.pending,
          }),
          column('status', { width: 'w-28', cell: (row) => <OfferPhaseChip kind="enroll" offer={row} /> }),
          column('updatedMs', { width: 'w-40', extra: true }),
        ]}
        filters={<StatusFilter choices={statuses.map((status) => ({ value: status, label: t(`offerStatus.${status}`) }))} />}
        nameOf={(row) => row.name}
        actions={(row) => [
          { label: t('review'), to: reviewOf(row.id) },
          ...actions(row),
          { label: t('words:copy'), onSelect: () => setCopied(row) },
        ]}
        extraActions={
          <LinkButton to="/enroll/index/import">
            <FileUp aria-hidden />
            {t('words:enrollClass')}
          </LinkButton>
        }
        form={(saved, onClose) => <BatchForm saved={saved} onClose={onClose} />}
        emptyText={t('batchEmpty')}
      />
      {copied !== null && <BatchForm saved={null} from={copied} onClose={closeCopy} />}
      {/* The panels below the list are shown only when the list has its final height, so that they do not move. */}
      {isAnswered(batches) && isAnswered(counts) && (
        <>
          <div className="mt-3.5 grid items-start gap-3.5 lg:grid-cols-2">
            {counts.data !== undefined && <TodayPanel figures={counts.data} />}
            <WaitingApplicants />
          </div>
          {counts.data !== undefined && <EnrollCharts figures={counts.data} />}
        </>
      )}
    </>
  );
}

const isAnswered = ({ data, error }: { data: unknown; error: Error | null }): boolean => data !== undefined || error !== null;

type Figures = CallOutput<CallOfPath<'/enroll/getCounts'>>;

/** Lists the work that needs a decision, most urgent first, with links. */
function TodayPanel({ figures: { waiting, oldestMs } }: { figures: Figures }) {
  const { t } = useTranslation('application');
  const nowMs = useNow();
  const list = `/enroll/list?status=${enrolmentStatus.underReview}`;
  const days = oldestMs === null ? 0 : Math.floor((nowMs - oldestMs) / 86_400_000);
  const lines: { key: string; mark: MarkShape; tone: string; name: string; note: string; count: number; to: string }[] = [
    {
      key: 'long',
      mark: 'square',
      tone: 'text-kept-ink',
      name: t('todayLong'),
      note: t('oldestDays', { count: days }),
      count: waiting.long,
      to: list,
    },
    { key: 'mended', mark: 'ring', tone: 'text-kept-ink', name: t('mendedWaits'), note: t('todayMended'), count: waiting.mended, to: list },
    {
      key: 'twice',
      mark: 'square',
      tone: 'text-muted-foreground',
      name: t('twiceWaits'),
      note: t('todayTwice'),
      count: waiting.twice,
      to: `${list}&twice=1`,
    },
    {
      key: 'clear',
      mark: 'dot',
      tone: 'text-delivered',
      name: t('clearWaits'),
      note: t('todayClear'),
      count: waiting.clear,
      to: `${list}&doubtful=0&wall=1`,
    },
  ];
  const open = lines.filter((line) => line.count > 0);
  return (
    <Panel title={t('today')}>
      {open.length === 0 && <p className="px-3.5 py-4 text-sm text-muted-foreground">{t('todayNothing')}</p>}
      <ul>
        {open.map((line) => (
          <li key={line.key} className="flex items-center gap-2.5 border-b px-3.5 py-2.5 text-sm last:border-b-0">
            <ChipMark shape={line.mark} className={line.tone} />
            <span className="min-w-0 grow">
              {line.name} <span className="text-[13px] text-muted-foreground">{line.note}</span>
            </span>
            <Link className="num shrink-0 text-primary underline-offset-4 hover:underline" to={line.to}>
              {t('todayGo', { count: line.count })}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const maxApplicants = 20;

/** Lists people who registered to enrol and wait for admission, in the order of registration. */
function WaitingApplicants() {
  const { t } = useTranslation('application');
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const applicants = useCall('/user/getList', {
    pageSize: maxApplicants,
    sort: 'created_ms',
    filter: { user_type: 12, status: userStatus.applying },
  });
  const admit = useAction({
    mutationFn: ({ id, version }: { id: number; version: number; name: string }) =>
      makeCall('/user/setStatus', { items: [{ id, version }], status: userStatus.enabled }),
    onSuccess: ({ refused }, { name }) => {
      const [why] = refused;
      if (why === undefined) toast.success(t('admitted', { name }));
      else toast.error(addLabel(name, why.reason));
    },
    onSettled: () => invalidate('/user/getList'),
  });
  const { items = [], total = 0 } = applicants.data ?? {};
  return (
    <Panel title={t('applicants')} aside={<span className="num text-[13px] text-muted-foreground">{t('inPeople', { count: total })}</span>}>
      {items.length === 0 && <p className="px-3.5 py-4 text-sm text-muted-foreground">{t('applicantsNone')}</p>}
      <ul>
        {items.map((person) => (
          <li key={person.id} className="flex items-center gap-2.5 border-b px-3.5 py-2 text-sm last:border-b-0">
            <span className="min-w-0 grow">
              {person.name} <span className="num text-[13px] text-muted-foreground">{person.phone}</span>
              <span className="num block truncate text-[13px] text-muted-foreground">
                {[formatDateTime(person.created_ms), person.employer, person.note].filter((part) => part !== '').join(' · ')}
              </span>
            </span>
            {mayChange && (
              <Button
                size="sm"
                aria-label={t('admitOne', { name: person.name })}
                busy={admit.isPending && admit.variables.id === person.id}
                onClick={() => admit.mutate(person)}
              >
                {t('admit')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Draws a horizontal bar chart; the largest count fills the width. */
function Bars({ title, rows }: { title: string; rows: readonly { name: string; count: number }[] }) {
  const { t } = useTranslation(['application', 'ui']);
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  const maxCount = Math.max(1, ...rows.map((row) => row.count));
  return (
    <Panel title={title} bodyClassName="p-3.5">
      {rows.length === 0 && <p className="text-[13px] text-muted-foreground">{t('ui:chartEmpty')}</p>}
      <ul className="flex flex-col gap-1.5">
        {rows.map(({ name, count }) => (
          <li key={name} className="grid grid-cols-[6rem_1fr_5.5rem] items-center gap-2 text-[13px]">
            <span className="truncate">{name}</span>
            <span className="h-2.5 rounded-sm bg-primary" style={{ width: `${(count / maxCount) * 100}%` }} />
            <span className="num text-right">
              {count} <span className="text-muted-foreground">{Math.round((count / Math.max(1, total)) * 100)}%</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Charts of submissions and decisions by day, decisions by reviewer, and applicants by origin. */
function EnrollCharts({ figures }: { figures: Figures }) {
  const { t } = useTranslation(['application', 'ui']);
  const maxPerDay = Math.max(1, ...figures.days.map((day) => Math.max(day.submitted, day.decided)));
  const sourceTotal = figures.sources.reduce((sum, row) => sum + row.count, 0);
  const submittedTotal = figures.days.reduce((sum, day) => sum + day.submitted, 0);
  const decidedTotal = figures.days.reduce((sum, day) => sum + day.decided, 0);
  return (
    <div className="mt-3.5 grid gap-3.5 lg:grid-cols-[2fr_1fr]">
      <Panel title={t('chartDays', { came: submittedTotal, decided: decidedTotal })} bodyClassName="p-3.5">
        <ol className="flex h-32 items-end gap-1.5">
          {figures.days.map((day) => (
            <li key={day.day} title={t('chartDay', day)} className="flex min-w-0 grow flex-col items-center gap-1">
              <span className="num text-[13px] text-muted-foreground">{day.submitted === 0 ? '' : day.submitted}</span>
              <span className="flex h-20 w-full items-end justify-center gap-0.5">
                <span
                  className="w-2/5 [background-image:repeating-linear-gradient(135deg,var(--primary)_0_2px,transparent_2px_5px)]"
                  style={{ height: `${(day.submitted / maxPerDay) * 100}%` }}
                />
                <span className="w-2/5 bg-primary" style={{ height: `${(day.decided / maxPerDay) * 100}%` }} />
              </span>
              <span className="num text-[12px] text-muted-foreground">{day.day.slice(5)}</span>
            </li>
          ))}
        </ol>
      </Panel>
      <Bars
        title={t('chartSources', { count: sourceTotal })}
        rows={figures.sources.map(({ source, count }) => ({ name: source, count }))}
      />
      <Panel title={t('chartReviewers')} bodyClassName="p-3.5">
        {figures.reviewers.length === 0 && <p className="text-[13px] text-muted-foreground">{t('ui:chartEmpty')}</p>}
        <ul className="flex flex-col gap-1.5 text-[13px]">
          {figures.reviewers.map(({ name, approved, returned }) => (
            <li key={name} className="flex justify-between gap-3">
              <span>{name}</span>
              <span className="num text-muted-foreground">{t('reviewerCounts', { approved, returned })}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <Bars title={t('chartProfessions')} rows={figures.professions.map(({ profession, count }) => ({ name: profession, count }))} />
    </div>
  );
}

/** Edits an enrolment batch in a side sheet. */
function BatchForm({ saved, from, onClose }: { saved: BatchRow | null; from?: BatchRow; onClose: (saved?: RowVersionKey) => void }) {
  const { t } = useTranslation('application');
  // A copy is a new batch with the values of the original.
  const calls =
    from === undefined
      ? batchResourceCalls
      : { ...batchResourceCalls, blank: { ...batchResourceCalls.draftOf(from), name: t('copyName', { name: from.name }).slice(0, 60) } };
  return (
    <ResourceForm calls={calls} saved={saved} onClose={onClose} shape="sheet">
      {(fields) => <BatchFields fields={fields} />}
    </ResourceForm>
  );
}

function BatchFields({ fields }: { fields: ResourceFormContext<ResourceDraft<typeof enrolmentBatchResource>> }) {
  const { t } = useTranslation('application');
  const words = useLabelText();
  const { data } = useOfferChoices();
  const { control } = fields.form;
  const professionId = useWatch({ control, name: 'professionId' });
  const trades = data?.professions.find((one) => one.id === professionId)?.trades ?? [];
  return (
    <>
      <OfferFields context={fields} />
      <div className="grid gap-3.5 sm:grid-cols-2">
        {trades.length > 0 && (
          <ResourceField context={fields} name="tradeId">
            {(own, { value, onChange }) => (
              <Select
                {...own}
                value={String(value ?? '')}
                onChange={(next) => onChange(next === '' ? null : Number(next))}
                choices={[{ value: '', label: t('noTrade') }, ...trades.map((trade) => ({ value: String(trade.id), label: trade.name }))]}
              />
            )}
          </ResourceField>
        )}
        <ResourceField context={fields} name="recognition">
          {(own, { value, onChange }) => (
            <Select
              {...own}
              value={String(value)}
              onChange={(next) => onChange(Number(next))}
              choices={[
                { value: '0', label: t('recognitionAny') },
                ...recognitionTypes.map((name, at) => ({ value: String(at + 1), label: words(name) })),
              ]}
            />
          )}
        </ResourceField>
      </div>
      <ResourceField context={fields} name="parts">
        {(own, { value, onChange }) => (
          <div id={own.id} role="group" aria-describedby={own['aria-describedby']} className="flex flex-wrap gap-x-6 gap-y-2">
            {examPartCodes.map((part) => {
              const chosen = value.find((one) => one.part === part);
              const put = (next: { part: typeof part; resit: boolean } | null) =>
                onChange(examPartCodes.flatMap((each) => (each === part ? (next ?? []) : (value.find((one) => one.part === each) ?? []))));
              return (
                <span key={part} className="flex items-center gap-3 text-sm">
                  <label className="flex items-center gap-2">
                    <Checkbox checked={chosen !== undefined} onCheckedChange={(on) => put(on === true ? { part, resit: false } : null)} />
                    {t(`parts.${part}`)}
                  </label>
                  {chosen !== undefined && (
                    <label className="flex items-center gap-1.5 text-[13px] text-muted-foreground">
                      <Checkbox checked={chosen.resit} onCheckedChange={(on) => put({ part, resit: on === true })} />
                      {t('resit')}
                    </label>
                  )}
                </span>
              );
            })}
          </div>
        )}
      </ResourceField>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <NumberField control={control} name="quota" label={t('quota')} hint={t('quotaHint')} min={0} />
        <ResourceField context={fields} name="waitingList" />
      </div>
      <fieldset className="grid gap-3.5 rounded-lg border p-3 sm:grid-cols-4">
        <legend className="px-1 text-[13px] font-medium">{t('photoRule')}</legend>
        <NumberField control={control} name="photoRule.width" label={t('photoWidth')} />
        <NumberField control={control} name="photoRule.height" label={t('photoHeight')} />
        <NumberField control={control} name="photoRule.minKb" label={t('photoMin')} />
        <NumberField control={control} name="photoRule.maxKb" label={t('photoMax')} />
      </fieldset>
      <ResourceField context={fields} name="proofs" hint={t('proofsHint')}>
        {(own, { value, onChange }) => (
          <Input
            {...own}
            defaultValue={joinWords(value)}
            onChange={(event) => onChange(event.target.value.split(/[、,，]/).flatMap((part) => part.trim() || []))}
          />
        )}
      </ResourceField>
      <ResourceField context={fields} name="notice" rows={4} />
    </>
  );
}

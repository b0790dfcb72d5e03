import { useQueryClient, keepPreviousData } from '@tanstack/react-query';
import { Images, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { addLabel, joinWords } from '../../../lib/punctuation.ts';
import { useSearchParams } from 'react-router-dom';
import { declarationStatus, enrolmentStatus } from '../../../../sync/contract/codes.ts';
import { type ApplicationKind, applicationKinds } from '../../../../sync/domain/applications/application-machine.ts';
import { createCallQuery, useCall, useListQuery } from '../../../platform/api/call-query.ts';
import { OptionFilter } from '../../../platform/api/option-picker.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { FilteredList, FilterSelect } from '../../../ui/list/filter-select.tsx';
import { flagFilter, numberFilter, checkedFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { SearchInput } from '../../../ui/list/search-input.tsx';
import {
  offerOptionSources,
  type ApplicationEntry,
  applicationDetailPaths,
  readAllApplications,
  type ApplicationListFilter,
  createApplicationListInput,
  applicationListPaths,
} from '../application-queries.ts';
import { EnlistDialog } from '../parts/review/enlist-dialog.tsx';
import { ApplicantPhoto } from '../parts/applicant-photo.tsx';
import { ReviewList, ApplicationDoubtChip } from '../parts/review/review-list.tsx';
import { ReviewPane } from '../parts/review/review-pane.tsx';
import { type CallOptions, makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { applicationCallsByKind } from '../application-calls.ts';
import type { CallInput } from '../../../../sync/contract/call.ts';
import { formatDate } from '../../../lib/format-time.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { writeSheet } from '../../../ui/spreadsheet/spreadsheet.ts';

const filters = {
  keyword: textFilter,
  offerId: numberFilter,
  status: numberFilter,
  doubtful: flagFilter,
  twice: flagFilter,
  wall: checkedFilter,
};
/** Number of applications after the open one that are loaded in advance. */
const ahead = 2;

const statusesOf: Record<ApplicationKind, readonly number[]> = {
  enroll: [enrolmentStatus.underReview, enrolmentStatus.returned, enrolmentStatus.approved],
  declare: [declarationStatus.declaring, declarationStatus.returned, declarationStatus.approved, declarationStatus.filled],
};

export const EnrollReviewPage = () => <ReviewPage kind="enroll" />;
export const DeclarationReviewPage = () => <ReviewPage kind="declare" />;

/** Reviews applications, longest waiting first. Each is shown beside its proofs and decided by a key; then the next one opens. */
function ReviewPage({ kind }: { kind: ApplicationKind }) {
  const { t } = useTranslation(['application', 'words']);
  const { t: code } = useTranslation('codes');
  const [params, setParams] = useSearchParams();
  const list = useListState({ filters, sort: 'submittedMs', pageSize: 50 });
  const { wall, ...filter } = list.filters;
  // The default filter shows applications under review.
  const status = filter.status ?? applicationKinds[kind].reviewed[0];
  const input = { ...list.input, filter: { ...filter, status } };
  const filings = useListQuery(kind === 'enroll' ? '/enroll/getList' : '/declare/getList', input);
  const rows = filings.data?.items ?? [];
  const chosen = Number(params.get('id') ?? 0);
  const at = rows.findIndex((row) => row.id === chosen);
  const open = chosen > 0 && at < 0 ? chosen : rows[Math.max(0, at)]?.id;
  const queries = useQueryClient();
  const next = rows
    .slice(Math.max(0, at) + 1, Math.max(0, at) + 1 + ahead)
    .map((row) => row.id)
    .join(' ');
  useEffect(() => {
    for (const id of next.split(' ').filter((text) => text !== ''))
      void queries.prefetchQuery(createCallQuery(applicationDetailPaths[kind], { id: Number(id) }));
  }, [kind, next, queries]);
  const choose = (id: number | undefined) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === undefined) next.delete('id');
        else next.set('id', String(id));
        return next;
      },
      { replace: true },
    );
  const statusName = (each: number) =>
    kind === 'enroll' ? code(`enrolmentStatus.${each}` as 'enrolmentStatus.0') : code(`declarationStatus.${each}` as 'declarationStatus.0');
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        titleExtra={<span className="num text-[13px] text-muted-foreground">{t('inList', { count: filings.data?.total ?? 0 })}</span>}
        actions={
          <>
            <Button aria-pressed={wall === true} onClick={() => list.setText('wall', wall === true ? '' : '1')}>
              <Images aria-hidden />
              {t('photoWall')}
            </Button>
            <BulkApprove kind={kind} filter={filter} />
            {kind === 'enroll' && <TableExport filter={{ ...filter, status }} />}
            <EnlistDialog kind={kind} filter={filter} total={status === applicationKinds[kind].approved ? (filings.data?.total ?? 0) : 0} />
          </>
        }
      />
      <FilteredList value={list}>
        <div className="flex flex-wrap gap-2.5">
          <SearchInput
            value={list.textOf('keyword')}
            onChange={(text) => list.setText('keyword', text)}
            placeholder={t('reviewSearch')}
            className="max-w-64 grow"
          />
          <OptionFilter
            name="offerId"
            label={t('project')}
            all={t(kind === 'enroll' ? 'allBatches' : 'allProjects')}
            source={offerOptionSources[kind]}
          />
          <FilterSelect
            name="status"
            label={t('words:status')}
            all={statusName(applicationKinds[kind].reviewed[0])}
            choices={statusesOf[kind].slice(1).map((each) => ({ value: each, label: statusName(each) }))}
          />
          {kind === 'enroll' && (
            <FilterSelect
              name="doubtful"
              label={t('doubt')}
              all={t('doubtAny')}
              choices={[
                { value: '1', label: t('doubtSome') },
                { value: '0', label: t('noDoubt') },
              ]}
            />
          )}
          <FilterSelect
            name="twice"
            label={t('twice')}
            all={t('twiceAny')}
            choices={[
              { value: '1', label: t('twiceSome') },
              { value: '0', label: t('twiceNone') },
            ]}
          />
        </div>
      </FilteredList>
      {rows.length === 0 && chosen === 0 ? (
        <Panel>
          {filings.data !== undefined ? (
            <EmptyState title={t('reviewEmpty')}>{t('reviewEmptyText')}</EmptyState>
          ) : (
            <LoadingState query={filings} className="m-3.5 h-40" />
          )}
        </Panel>
      ) : wall === true ? (
        <ReviewWall
          rows={rows}
          onOpen={(id) => {
            list.setText('wall', '');
            choose(id);
          }}
        />
      ) : (
        <div className="grid items-start gap-3 lg:grid-cols-[18rem_minmax(0,1fr)]">
          <ReviewList rows={rows} open={open} onOpen={choose} />
          {open !== undefined && (
            <ReviewPane
              key={open}
              kind={kind}
              id={open}
              onStep={(by) => choose(rows[Math.min(rows.length - 1, Math.max(0, at) + by)]?.id)}
              onDecided={() => choose(rows[Math.max(0, at) + 1]?.id)}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** Shows all photos side by side, so that an unsuitable photo stands out. */
function ReviewWall({ rows, onOpen }: { rows: readonly ApplicationEntry[]; onOpen: (id: number) => void }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            onClick={() => onOpen(row.id)}
            className="flex w-full flex-col items-center gap-1 rounded-xl border bg-card p-2 text-sm hover:border-primary"
          >
            <ApplicantPhoto url={row.photo} className="h-32 w-[5.7rem]" />
            <span className="font-medium">{row.name}</span>
            <span className="text-[13px]">
              <ApplicationDoubtChip row={row} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The most applications that one call decides. */
const atOnce = 100;

/** Approves, on all pages of the list, the applications that match the filter and raised no doubt. Asks first and names their number. */
function BulkApprove({ kind, filter }: { kind: ApplicationKind; filter: ApplicationListFilter }) {
  const { t } = useTranslation('application');
  const mayChange = useCanChangeData();
  const [isAsking, setIsAsking] = useState(false);
  const [done, setDone] = useState(0);
  const clear: ApplicationListFilter = { ...filter, status: applicationKinds[kind].reviewed[0], doubtful: false, twice: false };
  const first = useCall(applicationListPaths[kind], createApplicationListInput(clear, 1, 8), { placeholderData: keepPreviousData });
  const { items = [], total = 0 } = first.data ?? {};
  const approve = async (quiet: CallOptions) => {
    const rows = await readAllApplications(kind, clear);
    let changedCount = 0;
    const refused: { name: string; reason: string }[] = [];
    for (let at = 0; at < rows.length; at += atOnce) {
      const chunk = rows.slice(at, at + atOnce).map(({ id, version }) => ({ id, version }));
      const answer = await applicationCallsByKind[kind].decide({ items: chunk, decision: 'approve', marks: {}, reason: '' }, quiet);
      changedCount += answer.changed;
      refused.push(...answer.refused);
      setDone(at + chunk.length);
    }
    return { changed: changedCount, refused };
  };
  if (!mayChange) return null;
  return (
    <>
      <Button
        disabled={total === 0}
        onClick={() => {
          setDone(0);
          setIsAsking(true);
        }}
      >
        {t('bulkApprove', { count: total })}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('bulkTitle')}
          confirm={t('approve')}
          run={approve}
          invalidates={[`/${kind}`]}
          doneText={({ changed }) => t('bulkDone', { count: changed })}
          onDone={({ refused }) => {
            for (const { name, reason } of refused.slice(0, 5)) toast.error(addLabel(name, reason));
            setIsAsking(false);
          }}
          onClose={() => setIsAsking(false)}
        >
          {({ busy }) =>
            busy ? (
              <Progress value={done / Math.max(1, total)} label={t('bulkTitle')} />
            ) : (
              t('bulkAsk', { count: total, names: joinWords(items.map((row) => row.name)) })
            )
          }
        </ConfirmDialog>
      )}
    </>
  );
}

type Input = CallInput<CallOfPath<'/enroll/getTable'>>;

/** Exports the listed applications as an Excel file, with the columns of the form or those of the record table (认定备案表). */
function TableExport({ filter }: { filter: Input['filter'] }) {
  const { t, i18n } = useTranslation(['application', 'ui']);
  const mayChange = useCanChangeData();
  const [open, setOpen] = useState(false);
  const [shape, setShape] = useState<Input['shape']>('form');
  const [hasFullNumbers, setHasFullNumbers] = useState(false);
  const language = i18n.language === 'en' ? 1 : 0;
  const take = async (quiet: CallOptions) => {
    const { header, rows, total } = await makeCall(
      '/enroll/getTable',
      { filter, shape, numbers: hasFullNumbers ? 'whole' : 'masked' },
      quiet,
    );
    const name = t(shape === 'record' ? 'tableRecord' : 'tableForm');
    const sheet = { name, header: header.map((words) => words[language]), rows };
    downloadFile(await writeSheet(sheet, new AbortController().signal), `${name} ${formatDate(Date.now())}.xlsx`);
    return { count: rows.length, total };
  };
  if (!mayChange) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download aria-hidden />
        {t('tableExport')}
      </Button>
      {open && (
        <ActionDialog
          title={t('tableExport')}
          confirm={t('ui:export')}
          disabled={shape === 'record' && filter.offerId === undefined}
          run={take}
          onDone={({ count, total }) => {
            setOpen(false);
            if (count < total) toast.info(t('tableCut', { count, total }), { duration: 8000 });
            else toast.success(t('tableDone', { count }));
          }}
          onClose={() => setOpen(false)}
        >
          <RadioGroup
            value={shape}
            onValueChange={(value) => setShape(value === 'record' ? 'record' : 'form')}
            aria-label={t('tableExport')}
          >
            <Radio value="form" label={t('tableForm')} />
            <Radio value="record" label={t('tableRecord')} />
          </RadioGroup>
          {shape === 'record' && filter.offerId === undefined && <p className="text-[13px] text-kept-ink">{t('tableOfOne')}</p>}
          <label className="flex items-center gap-2 text-sm">
            <Checkbox checked={hasFullNumbers} onCheckedChange={(on) => setHasFullNumbers(on === true)} />
            {t('tableWhole')}
          </label>
        </ActionDialog>
      )}
    </>
  );
}

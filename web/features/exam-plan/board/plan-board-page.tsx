import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { addLabel, joinWords } from '../../../lib/punctuation.ts';
import { planState, examPhases } from '../../../../sync/domain/exams/exam-machine.ts';
import { formatClock, splitMinutesAndSeconds, formatTime, formatDate } from '../../../lib/format-time.ts';
import { browserRandom } from '../../../platform/browser-ports.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip, type ChipLook, ChipMark } from '../../../ui/primitives/chip.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { ExamUserStatusChip, ExamStatusChip } from '../../../ui/entity/status-chip.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type Column, mutedColumn, nameColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { useSelection } from '../../../ui/list/table-selection.ts';
import {
  BoardActionDialog,
  type BoardActionRequest,
  type BoardActionKind,
  boardActionKinds,
  boardActions,
} from '../parts/board-action-dialog.tsx';
import { PlanCheckPanel } from '../readiness/check-panel.tsx';
import { OpenWorkPanel } from '../frame/open-work.tsx';
import { PersonList } from './person-list.tsx';
import { PlanFrame } from '../frame/plan-frame.tsx';
import { listExamineeConcerns, type ConcernKind } from './plan-concerns.ts';
import { isAttemptDelivered } from '../../../../sync/domain/exams/delivery.ts';
import { countBoardFigures, hasExamineeHandedIn } from './plan-figures.ts';
import { listSeatColumns, type ExamPlan, type PlanExaminee, getPlanState } from '../exam-plan-queries.ts';
import { examStatus } from '../../../../sync/contract/codes.ts';
import { cn } from '../../../lib/cn.ts';
import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { examParts, type PlanPart } from '../../../../sync/contract/exams/exam-part.ts';

/** Shows the state of each examinee of a plan. Polled every few seconds while ops may still arrive. */
export function PlanBoardPage() {
  return <PlanFrame step="publish">{(plan, updatedMs) => <Board plan={plan} updatedMs={updatedMs} />}</PlanFrame>;
}

function Delivery({ examinee }: { examinee: PlanExaminee }) {
  const { t } = useTranslation('examPlan');
  if (isAttemptDelivered(examinee)) {
    return (
      <Chip tone="delivered" mark="dot">
        {t('deliveryComplete')}
      </Chip>
    );
  }
  if (!hasExamineeHandedIn(examinee)) return null;
  return (
    <Chip tone="kept" mark="ring">
      {t('deliveryPending')}
    </Chip>
  );
}

function Board({ plan, updatedMs }: { plan: ExamPlan; updatedMs: number }) {
  const { t } = useTranslation(['examPlan', 'words']);
  const { t: code } = useTranslation('codes');
  const { t: word } = useTranslation('planPart');
  const mayChange = useCanChangeData();
  const selection = useSelection<PlanExaminee>((row) => row.userId);
  const [actionRequest, setActionRequest] = useState<BoardActionRequest | null>(null);
  const state = getPlanState(plan);
  const figures = countBoardFigures(plan.examinees);
  const requestAction = (kind: BoardActionKind, examinees: readonly PlanExaminee[]) =>
    setActionRequest({ kind, examinees, actId: browserRandom.uuid() });
  const listOfferedActions = (rows: readonly PlanExaminee[], several: boolean): BoardActionKind[] =>
    mayChange && state === planState.published
      ? boardActionKinds.filter(
          (kind) => (!several || boardActions[kind].several === true) && rows.every((row) => boardActions[kind].fits(row, plan)),
        )
      : [];
  const extensionText = (ms: number) => {
    const { minutes, seconds } = splitMinutesAndSeconds(ms);
    return seconds === 0 ? t('extended', { n: minutes }) : t('extendedSeconds', { n: minutes, s: seconds });
  };
  const columns: Column<PlanExaminee>[] = [
    ...listSeatColumns(plan, t('words:seat')),
    nameColumn(t('words:personName'), (row) => row.name, { strong: true }),
    mutedColumn('ticket', t('words:ticketNo'), (row) => row.ticketNo, { wide: true, sort: 'ticketNo', width: 'w-40' }),
    statusColumn(
      'status',
      t('words:status'),
      (row) => (
        <span className="inline-flex gap-1.5">
          {row.unconfirmedAbsent ? <Chip mark="square">{t('unconfirmedAbsent')}</Chip> : <ExamUserStatusChip status={row.status} />}
          {row.enteredLate && <Chip tone="kept">{t('lateEntry')}</Chip>}
          {row.extensionMs > 0 && <Chip className="num">{extensionText(row.extensionMs)}</Chip>}
        </span>
      ),
      (row) =>
        [
          row.unconfirmedAbsent ? t('unconfirmedAbsent') : code(`examUserStatus.${row.status}`),
          ...(row.enteredLate ? [t('lateEntry')] : []),
          ...(row.extensionMs > 0 ? [extensionText(row.extensionMs)] : []),
        ].join(' · '),
      { sort: 'status', width: 'w-40' },
    ),
    numberColumn('answered', t('words:answered'), (row) => row.answered, { sort: 'answered', width: 'w-24' }),
    numberColumn('received', t('received'), (row) => row.receivedOps, { wide: true, sort: 'received', width: 'w-24' }),
    {
      key: 'delivery',
      header: t('delivery'),
      width: 'w-28',
      cell: (row) => <Delivery examinee={row} />,
      value: (row) => (isAttemptDelivered(row) ? t('deliveryComplete') : hasExamineeHandedIn(row) ? t('deliveryPending') : ''),
    },
    {
      key: 'concerns',
      header: t('concerns'),
      cell: (row) => <ConcernChips examinee={row} />,
      value: (row) =>
        listExamineeConcerns(row)
          .map(({ text, count }) => t(`concern.${text}`, { count }))
          .join(' · '),
    },
    {
      key: 'points',
      header: t('words:points'),
      sort: 'points',
      width: 'w-20',
      align: 'right',
      cell: (row) => <b className="font-semibold">{row.points}</b>,
      value: (row) => row.points,
    },
  ];
  return (
    <>
      {state === planState.draft && <Strip tone="kept">{t('draftNotice')}</Strip>}
      {state === planState.draft ? (
        <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_330px]">
          <div className="flex min-w-0 flex-col gap-3.5">
            <PartsPanel plan={plan} canAdd={mayChange} />
            {mayChange && <OpenWorkPanel plan={plan} />}
            <StatusLine plan={plan} />
            <p className="num rounded-xl border bg-muted px-3.5 py-2.5 text-[13px] text-muted-foreground">
              <b className="text-foreground">{word('whatPublishing')}</b>{' '}
              {word('publishingDoes', {
                packages: plan.parts.find((one) => one.id === plan.id)?.paper.variants.length ?? 1,
                rooms: plan.roomIds.length,
              })}
            </p>
          </div>
          {mayChange && <PlanCheckPanel plan={plan} />}
        </div>
      ) : (
        plan.parts.length > 1 && <PartsPanel plan={plan} canAdd={mayChange} />
      )}
      {mayChange && state === planState.published && plan.release.releasedMs === null && <OpenWorkPanel plan={plan} />}
      {state !== planState.withdrawn && (
        <FigureStrip
          figures={[
            { label: t('expected'), value: figures.expected },
            { label: t('awaiting'), value: figures.awaiting },
            { label: t('inExam'), value: figures.inExam },
            { label: t('handedIn'), value: figures.handedIn },
            { label: t('complete'), value: <span className={figures.complete > 0 ? 'text-delivered' : ''}>{figures.complete}</span> },
            { label: t('incomplete'), value: <span className={figures.incomplete > 0 ? 'text-kept-ink' : ''}>{figures.incomplete}</span> },
            { label: t('absentFigure'), value: figures.absent },
            {
              label: t('toDecide'),
              value: <span className={figures.undecided > 0 ? 'text-kept-ink' : ''}>{figures.undecided}</span>,
            },
          ]}
        />
      )}
      <PersonList
        name="exam-plan.board"
        caption={t('boardCaption')}
        title={t('examinees')}
        aside={<span className="num text-[13px] text-muted-foreground">{t('refreshed', { time: formatClock(updatedMs) })}</span>}
        rows={plan.examinees}
        examineeOf={(row) => row}
        // A withdrawn plan shows only who was registered, without progress.
        {...(state === planState.withdrawn
          ? { columns: columns.filter(({ key }) => ['seat', 'name', 'ticket'].includes(key)), plain: true }
          : { columns })}
        actions={(row) => [
          ...(row.receivedOps > 0 ? [{ label: t('words:planDecision'), to: `/teacher/exam/exam-plan/user/${plan.id}/${row.userId}` }] : []),
          ...listOfferedActions([row], false).map((kind) => ({
            label: t(`act.${kind}.do`),
            ...(boardActions[kind].tone === 'sealSolid' && { destroys: true as const }),
            onSelect: () => requestAction(kind, [row]),
          })),
        ]}
        selection={mayChange && state === planState.published ? selection : undefined}
        bulk={(rows) =>
          listOfferedActions(rows, true).map((kind) => (
            <Button key={kind} size="sm" onClick={() => requestAction(kind, rows)}>
              {t(`act.${kind}.do`)}
            </Button>
          ))
        }
      />
      {actionRequest !== null && (
        <BoardActionDialog key={actionRequest.actId} plan={plan} request={actionRequest} onClose={() => setActionRequest(null)} />
      )}
    </>
  );
}

const shownStatuses = [examStatus.upcoming, examStatus.started, examStatus.entryForbidden, examStatus.handInAllowed] as const;
const looks = ['bg-muted', 'bg-primary-soft text-accent-foreground', 'bg-primary/25 text-foreground', 'bg-primary text-primary-foreground'];

/** Draws the statuses that a plan passes through on a time line. If the plan is not published, says that these times alone do not open the exam. */
function StatusLine({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('planPart');
  const begins = new Map(examPhases.map((phase) => [phase.status, phase.fromMs(plan)]));
  const endMs = plan.startMs + plan.durationMs;
  const starts = shownStatuses.map((status) => Math.min(begins.get(status) ?? endMs, endMs));
  const spans = shownStatuses
    .map((status, at) => ({ status, at, fromMs: starts[at] ?? endMs, lasts: (starts[at + 1] ?? endMs) - (starts[at] ?? endMs) }))
    .filter((span) => span.lasts > 0);
  return (
    <Panel
      title={
        <>
          {t('phases')} <span className="ml-1.5 text-[13px] font-normal text-muted-foreground">{t('phasesNote')}</span>
        </>
      }
      bodyClassName="px-3.5 py-3"
    >
      {/* Each phase has a minimum width, so that its name stays readable; the line is therefore not to scale. */}
      <ol className="num grid" style={{ gridTemplateColumns: [...spans.map((one) => `minmax(84px, ${one.lasts}fr)`), 'auto'].join(' ') }}>
        {spans.map(({ status, at, fromMs }) => (
          <li key={status} className="min-w-0">
            <span className={cn('block truncate rounded-sm px-2.5 py-1.5 text-[13px]', looks[at])}>{t(`phase_${status}`)}</span>
            <time dateTime={new Date(fromMs).toISOString()} className="mt-1 block text-[13px] font-semibold">
              {formatTime(fromMs)}
            </time>
          </li>
        ))}
        <li className="self-end pl-1.5 text-[13px] font-semibold">{formatTime(endMs)}</li>
      </ol>
      {plan.status === examStatus.notEnabled && <p className="mt-2 text-[13px] text-kept-ink">{t('phasesOff')}</p>}
    </Panel>
  );
}

/** Look of each concern (a problem of an examinee's attempt): needs a decision, went wrong, or is only informative. */
const concernLooks: Record<ConcernKind, ChipLook> = {
  undecided: { tone: 'kept', mark: 'ring' },
  epochDisputed: { tone: 'seal', mark: 'square' },
  handedInTwice: { tone: 'kept', mark: 'ring' },
  digestDisagrees: { tone: 'seal', mark: 'square' },
  incomplete: { tone: 'kept', mark: 'ring' },
  nothingCame: { tone: 'kept', mark: 'ring' },
  unmarked: { tone: 'kept', mark: 'ring' },
  aside: { tone: 'kept', mark: 'ring' },
  quarantined: { tone: 'kept', mark: 'ring' },
  early: { tone: 'neutral', mark: 'ring' },
  timeDoubtful: { tone: 'kept', mark: 'ring' },
  receivedAfterEnd: { tone: 'neutral', mark: 'ring' },
  absentVoid: { tone: 'neutral', mark: 'square' },
  unawareOfMark: { tone: 'neutral', mark: 'square' },
};

function ConcernChips({ examinee }: { examinee: PlanExaminee }) {
  const { t } = useTranslation('examPlan');
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {listExamineeConcerns(examinee).map(({ kind, count, text }) => {
        return (
          <Chip key={kind} {...concernLooks[kind]} className="num">
            {t(`concern.${text}`, { count })}
          </Chip>
        );
      })}
      {examinee.waiver !== null && (
        <Chip tone="neutral" mark="square">
          {t('waived')}
        </Chip>
      )}
    </span>
  );
}

const heads = ['part', 'times', 'limits', 'paperOf', 'state'] as const;

/** Lists the parts of the exam (theory, practical, review). Each part is a plan of its own. `canAdd`: the user may add a further part. */
function PartsPanel({ plan, canAdd }: { plan: ExamPlan; canAdd: boolean }) {
  const { t } = useTranslation('planPart');
  const has = new Set(plan.parts.map((one) => one.part));
  return (
    <Panel
      title={
        <>
          {t('parts')} <span className="ml-1.5 text-[13px] font-normal text-muted-foreground">{t('partsNote')}</span>
        </>
      }
      aside={
        canAdd && (
          <span className="flex flex-wrap justify-end gap-2">
            {examParts.map((part) => {
              const name = has.has(part) ? t('partResit', { part: t(`part_${part}`) }) : t(`part_${part}`);
              return (
                <Button key={part} asChild size="sm">
                  <Link to={`/teacher/exam/exam-plan/create?of=${plan.id}&part=${part}`} aria-label={addLabel(t('addPart'), name)}>
                    ＋ {name}
                  </Link>
                </Button>
              );
            })}
          </span>
        )
      }
      bodyClassName="overflow-x-auto"
    >
      <table className="num w-full text-sm">
        <caption className="sr-only">{t('parts')}</caption>
        <thead>
          <tr className="border-b text-left text-[13px] text-muted-foreground">
            {heads.map((head) => (
              <th key={head} scope="col" className="px-3.5 py-1.5 font-normal">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.parts.map((one) => (
            <PartLine key={one.id} part={one} isHere={one.id === plan.id} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function PartLine({ part: one, isHere }: { part: PlanPart; isHere: boolean }) {
  const { t } = useTranslation(['planPart', 'words']);
  const { t: plan } = useTranslation('examPlan');
  const at = (ms: number): string => formatTime(one.startMs + ms);
  return (
    <tr className={cn('border-b last:border-b-0', isHere && 'bg-primary-soft/50')}>
      <th scope="row" className="px-3.5 py-2 text-left font-normal">
        <span className="flex items-center gap-2">
          <Link
            to={`/teacher/exam/exam-plan/item/${one.id}`}
            aria-current={isHere ? 'page' : undefined}
            className="font-semibold hover:underline underline-offset-4"
          >
            {t(`part_${one.part}`)}
          </Link>
          {isHere && <span className="sr-only">{t('thisPart')}</span>}
        </span>
        <span className="block text-[12.5px] text-muted-foreground">
          {t(one.resit ? 'resit' : 'fresh')} · {t('people', { count: one.examineeCount })}
        </span>
      </th>
      <td className="px-3.5 py-2">
        {formatDate(one.startMs)}
        <span className="block text-[12.5px] text-muted-foreground">
          {formatTime(one.startMs)}–{at(one.durationMs)} · {plan('minutes', { n: one.durationMs / 60_000 })}
        </span>
      </td>
      <td className="px-3.5 py-2">
        {t('noEntry', { time: at(one.entryLimitMs) })}
        <span className="block text-[12.5px] text-muted-foreground">{t('mayHandIn', { time: at(one.earliestHandInMs) })}</span>
      </td>
      <td className="px-3.5 py-2">
        <span className="block max-w-56 truncate">{one.paper.name}</span>
        {one.paper.assembled ? (
          <span className="flex items-center gap-1.5 text-[12.5px] text-delivered">
            <ChipMark shape="dot" />
            {t('assembled')} · {t('variants', { variants: joinWords(one.paper.variants) })}
          </span>
        ) : (
          <Link
            to={`/teacher/exam/paper-form/${one.paper.id}`}
            className="inline-flex items-center gap-1.5 text-[12.5px] text-kept-ink underline underline-offset-4"
          >
            <CircleAlert aria-hidden className="size-3.5" />
            {t('notAssembled')}
          </Link>
        )}
      </td>
      <td className="px-3.5 py-2">
        {one.withdrawn ? (
          <Chip tone="seal" mark="square">
            {t('words:withdrawn')}
          </Chip>
        ) : (
          <ExamStatusChip status={one.status} />
        )}
      </td>
    </tr>
  );
}

import { useTranslation } from '../../../lib/i18n.ts';
import { addLabel, addQuotes } from '../../../lib/punctuation.ts';
import { useParams } from 'react-router-dom';
import { examStatus, recordStatus } from '../../../../sync/contract/codes.ts';
import { toRecordStatus } from '../../../../sync/domain/exams/exam-user-status.ts';
import { formatMean, formatPercent } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { PassChip, ExamUserStatusChip } from '../../../ui/entity/status-chip.tsx';
import { type Column, mutedColumn, nameColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import {
  type ExamPlan,
  useExamPlan,
  usePlanPaper,
  planCallPrefixes,
  usePartScores,
  type ScoreReviewRequest,
  useReviews,
} from '../exam-plan-queries.ts';
import { ItemAnalysis } from './item-analysis.tsx';
import { PersonList } from '../board/person-list.tsx';
import { PlanFrame } from '../frame/plan-frame.tsx';
import { PrintButton, PrintSignatures } from '../parts/print-parts.tsx';
import { ReleasePanel } from './release-panel.tsx';
import { rankExaminees, computeScoreFigures, countScoreBands } from '../board/plan-figures.ts';
import { useState } from 'react';
import { makeCall } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';

/** /teacher/exam/exam-plan/score/{plan}: ranking, score statistics, release and reviews. */
export function PlanScoresPage() {
  return <PlanFrame actions={<ScoreActions />}>{(plan) => <Scores plan={plan} />}</PlanFrame>;
}

function ScoreActions() {
  const { t } = useTranslation(['score', 'words']);
  const { planId } = useParams();
  const mayChange = useCanChangeData();
  const plan = useExamPlan(Number(planId));
  return (
    <>
      {mayChange && plan.data?.release.releasedMs != null && <ArchiveButton planId={plan.data.id} />}
      <LinkButton to={`/teacher/exam/exam-plan/report/${planId}`}>{t('words:reports')}</LinkButton>
      <LinkButton to={`/teacher/exam/exam-plan/certificate/${planId}`}>{t('words:certificates')}</LinkButton>
      <PrintButton />
    </>
  );
}

type Row = ReturnType<typeof rankExaminees>[number];

function Scores({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation(['examPlan', 'ui', 'words']);
  const { t: ui } = useTranslation('ui');
  const { t: part } = useTranslation('planPart');
  const { t: code } = useTranslation('codes');
  const figures = computeScoreFigures(plan.examinees);
  const partScores = usePartScores(plan.id, plan.parts.length > 1);
  const standings = new Map(partScores.data?.items.map((each) => [each.userId, each]));
  const isOver = plan.status === examStatus.ended;
  const columns: Column<Row>[] = [
    numberColumn('rank', t('rank'), (row) => row.rank, { sort: 'rank', width: 'w-20' }),
    nameColumn(t('words:personName'), (row) => row.examinee.name, { strong: true }),
    mutedColumn('ticket', t('words:ticketNo'), (row) => row.examinee.ticketNo, { sort: 'ticketNo', width: 'w-40' }),
    numberColumn('answered', t('words:answered'), (row) => row.examinee.answered, { sort: 'answered', width: 'w-24' }),
    {
      key: 'points',
      header: t('words:points'),
      sort: 'points',
      width: 'w-24',
      align: 'right',
      cell: (row) => <b className="font-semibold">{row.examinee.points}</b>,
      value: (row) => row.examinee.points,
    },
    statusColumn(
      'result',
      t('result'),
      ({ examinee }) =>
        examinee.passed === null || toRecordStatus(examinee.status) !== recordStatus.normal ? (
          <ExamUserStatusChip status={examinee.status} />
        ) : (
          <PassChip passed={examinee.passed} />
        ),
      ({ examinee }) =>
        examinee.passed === null ? code(`examUserStatus.${examinee.status}`) : ui(examinee.passed ? 'passed' : 'notPassed'),
      { width: 'w-28' },
    ),
    // Status for the examinee's record as the specification codes it: normal, cheating or absent.
    {
      key: 'recordStatus',
      header: t('recordStatus'),
      width: 'w-24',
      value: ({ examinee }) => (isOver ? code(`recordStatus.${toRecordStatus(examinee.status)}`) : '–'),
    },
    ...(partScores.data?.parts ?? []).map(({ part: kind }, partIndex): Column<Row> => ({
      key: `part-${kind}`,
      header: part(`part_${kind}`),
      width: 'w-24',
      align: 'right',
      cell: ({ examinee }) => {
        const own = standings.get(examinee.userId)?.parts[partIndex];
        return (
          <span className={own?.points != null && !own.passed ? 'text-kept-ink underline decoration-dotted' : ''}>
            {own?.points ?? '–'}
          </span>
        );
      },
      value: ({ examinee }) => standings.get(examinee.userId)?.parts[partIndex]?.points ?? null,
    })),
    ...(partScores.data === undefined
      ? []
      : [
          {
            key: 'everyPart',
            header: t('everyPart'),
            width: 'w-28',
            cell: ({ examinee }: Row) => {
              const own = standings.get(examinee.userId);
              return own?.parts.every(({ points }) => points !== null) === true && <PassChip passed={own.passed} />;
            },
            value: ({ examinee }: Row) => {
              const own = standings.get(examinee.userId);
              return own?.parts.every(({ points }) => points !== null) === true ? ui(own.passed ? 'passed' : 'notPassed') : '';
            },
          } satisfies Column<Row>,
        ]),
  ];
  if (figures === null) {
    return (
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_352px]">
        <Panel>
          <EmptyState title={t('noScores')}>{t('noScoresText')}</EmptyState>
        </Panel>
        {plan.status !== examStatus.notEnabled && <ReleasePanel plan={plan} />}
      </div>
    );
  }
  return (
    <>
      <FigureStrip
        figures={[
          { label: t('scored'), value: figures.scored, note: `/ ${plan.examinees.length}` },
          { label: t('ui:passed'), value: figures.passed },
          { label: t('passRate'), value: formatPercent(figures.passed / figures.scored, 1) },
          { label: t('average'), value: formatMean(figures.average) },
          { label: t('highest'), value: figures.highest },
        ]}
      />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_352px]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <PersonList
            name="exam-plan.scores"
            caption={t('scoresCaption')}
            rows={rankExaminees(plan.examinees)}
            examineeOf={(row) => row.examinee}
            columns={columns}
          />
          <PrintSignatures signers={['signEntered', 'signChecked', 'signHead']} />
          <ItemAnalysis planId={plan.id} planName={plan.name} />
        </div>
        <div className="flex flex-col gap-3.5">
          <ReleasePanel plan={plan} />
          <ReviewPanel planId={plan.id} />
          <ScoreBands plan={plan} />
        </div>
      </div>
    </>
  );
}

/** Shows the distribution of points, from which staff judge how hard and how selective the paper is. */
function ScoreBands({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('examPlan');
  const fullPoints = usePlanPaper(plan.paperId).data?.totalPoints;
  if (fullPoints === undefined) return null;
  const rows = countScoreBands(plan.examinees, fullPoints);
  const maxCount = Math.max(1, ...rows.map((row) => row.count));
  return (
    <Panel title={t('distribution')} className="print:hidden">
      <ul className="num flex flex-col gap-1.5 px-3.5 py-3 text-[13px]">
        {rows.toReversed().map((row) => (
          <li key={row.from} className="grid grid-cols-[92px_1fr_44px] items-center gap-2">
            <span className="text-muted-foreground">{t('band', { from: row.from, to: row.to })}</span>
            <span className="h-4 rounded-sm bg-muted">
              <span className="block h-full rounded-sm bg-primary" style={{ width: `${(row.count / maxCount) * 100}%` }} />
            </span>
            <span className="text-right">{t('bandCount', { count: row.count })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Saves all records of an exam as one verifiable file. The dialog lists the contents, makes the file, and explains the verification. */
export function ArchiveButton({ planId }: { planId: number }) {
  const { t } = useTranslation('score');
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('archive')}</Button>
      {isAsking && (
        <ActionDialog
          title={t('archiveTitle')}
          confirm={t('archiveMake')}
          run={(quiet) => makeCall('/archive/make', { planId }, quiet)}
          result={({ url, print, paperUntil, until }) => (
            <>
              <dl className="grid gap-1 text-sm">
                <dt className="text-muted-foreground">{t('archiveCheck')}</dt>
                <dd className="font-mono">{t('archiveCommand')}</dd>
                <dt className="mt-2 text-muted-foreground">{t('archivePrint')}</dt>
                <dd className="font-mono break-words">{print}</dd>
                <dt className="mt-2 text-muted-foreground">{t('archiveUntil')}</dt>
                <dd className="num">{t('archiveUntilDays', { paper: paperUntil, electronic: until })}</dd>
              </dl>
              <Button asChild variant="primary" className="mt-4">
                <a href={url} download onClick={close}>
                  {t('archiveSave')}
                </a>
              </Button>
            </>
          )}
          onClose={close}
        >
          <p className="text-sm leading-relaxed">{t('archiveHolds')}</p>
        </ActionDialog>
      )}
    </>
  );
}

/** Lists the requests for a score review and their replies. */
export function ReviewPanel({ planId }: { planId: number }) {
  const { t } = useTranslation('score');
  const mayChange = useCanChangeData();
  const reviews = useReviews(planId);
  const [chosen, setChosen] = useState<ScoreReviewRequest | null>(null);
  if (reviews.data === undefined || reviews.data.untilMs === null) return null;
  return (
    <Panel
      title={t('reviews')}
      className="print:hidden"
      aside={
        <span className="num text-[13px] text-muted-foreground">{t('reviewsUntil', { time: formatDateTime(reviews.data.untilMs) })}</span>
      }
    >
      {reviews.data.items.length === 0 && <p className="px-3.5 py-3 text-sm text-muted-foreground">{t('noReviews')}</p>}
      <ul className="divide-y">
        {reviews.data.items.map((review) => (
          <li key={review.userId} className="flex flex-col gap-1 px-3.5 py-2.5 text-sm">
            <p className="num flex items-center justify-between gap-2">
              <b className="font-medium">
                {review.name} {review.points}
              </b>
              <Chip tone={review.granted === null ? 'kept' : review.granted ? 'delivered' : 'neutral'}>
                {t(review.granted === null ? 'open' : review.granted ? 'granted' : 'notGranted')}
              </Chip>
            </p>
            <p className="leading-relaxed break-words">{review.text}</p>
            {review.granted !== null && <p className="text-muted-foreground">{addLabel(review.by, review.answer)}</p>}
            {review.granted === null && mayChange && (
              <Button size="sm" className="self-start" data-press="again" onClick={() => setChosen(review)}>
                {t('send')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen !== null && <AnswerDialog planId={planId} review={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}

function AnswerDialog({ planId, review, onClose }: { planId: number; review: ScoreReviewRequest; onClose: () => void }) {
  const { t } = useTranslation('score');
  const [itemId, setItemId] = useState('');
  const [points, setPoints] = useState('');
  const [answer, setAnswer] = useState('');
  const item = review.items.find((each) => each.itemId === itemId);
  const change = item === undefined ? null : { itemId, points: Number(points) };
  const isGood = answer.trim() !== '' && (item === undefined || (points !== '' && Number(points) >= 0 && Number(points) <= item.max));
  return (
    <ActionDialog
      title={t('answerTitle', { name: review.name })}
      description={review.text}
      confirm={t('send')}
      disabled={!isGood}
      run={(quiet) => makeCall('/score/answerReview', { planId, userId: review.userId, granted: change !== null, answer, change }, quiet)}
      invalidates={planCallPrefixes}
      doneText={t('sent')}
      onClose={onClose}
    >
      <Field label={t('changeItem')}>
        {(control) => (
          <select
            {...control}
            value={itemId}
            onChange={(event) => setItemId(event.target.value)}
            className="h-9 rounded-md border border-input bg-card px-2 text-sm"
          >
            <option value="">{t('noChange')}</option>
            {review.items.map((each) => (
              <option key={each.itemId} value={each.itemId}>
                {`${each.itemId} · ${each.points} / ${each.max} · ${each.text.slice(0, 24)}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {item !== undefined && <MarksGiven item={item} />}
      {item !== undefined && (
        <Field label={t('newPoints')} required>
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              max={item.max}
              step={0.5}
              value={points}
              onChange={(event) => setPoints(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label={t('answer')} required>
        {(control) => (
          <Textarea {...control} rows={3} maxLength={1000} value={answer} onChange={(event) => setAnswer(event.target.value)} />
        )}
      </Field>
    </ActionDialog>
  );
}

/** Shows the marks that were given, with the markers' notes. */
function MarksGiven({ item }: { item: ScoreReviewRequest['items'][number] }) {
  const { t } = useTranslation('score');
  if (item.marks.length === 0) return null;
  return (
    <ul aria-label={t('marksGiven')} className="num flex flex-col gap-2 rounded-lg border px-3.5 py-2.5 text-sm">
      {item.marks.map((mark, at) => (
        <li key={at} className="flex flex-col gap-1">
          <p>
            <b className="font-medium">{t('markGiven', { number: at + 1, points: mark.points, max: item.max })}</b>
            {mark.comment !== '' && <span className="ml-2">{mark.comment}</span>}
          </p>
          {mark.notes.map((note, index) => (
            <p key={index} className="border-l-[3px] pl-2.5 text-[13px]">
              {t(`noteKind_${note.kind}`)}
              {note.quote !== '' && <span className="ml-1.5 text-muted-foreground">{addQuotes(note.quote)}</span>}
              {note.text !== '' && <span className="ml-1.5">{note.text}</span>}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

import { ArrowRight } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { CameraRecord } from '../../../ui/entity/camera-record.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { ExamUserStatusChip } from '../../../ui/entity/status-chip.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type AttemptEvidenceView, useEvidence, planCallPrefixes } from '../exam-plan-queries.ts';
import {
  type VersionChoice,
  toVersionChoice,
  type EvidenceItem,
  findNextUndecided,
  listShownVersions,
  computeTimeline,
  isSameChoice,
  groupEvidenceItems,
  getCurrentChoice,
  useAnswerText,
} from './evidence-view.ts';
import { EvidenceDetail } from './evidence-detail.tsx';
import { PrintButton } from '../parts/print-parts.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { cn } from '../../../lib/cn.ts';

/**
 * Tells whether the decision page is used for an exam or for assignments, and gives the paths from it back to the list and to the same page of
 * another person.
 */
interface DecisionsOf {
  readonly workKind: 'exam' | 'task';
  readonly back: (planId: number, userId: number) => string;
  readonly person: (planId: number, userId: number) => string;
}
const ofExam: DecisionsOf = {
  workKind: 'exam',
  back: (planId) => `/teacher/exam/exam-plan/item/${planId}?concern=undecided`,
  person: (planId, userId) => `/teacher/exam/exam-plan/user/${planId}/${userId}`,
};
const createAssignmentPaths = (kind: 'homework' | 'test'): DecisionsOf => ({
  workKind: 'task',
  back: (planId, userId) => `/teacher/${kind}/user/item/${planId}/${userId}`,
  person: (planId, userId) => `/teacher/${kind}/user/decide/${planId}/${userId}`,
});

/** /teacher/exam/exam-plan/user/{plan}/{user}: answers of one examinee that need a staff decision, and the decisions made. */
export const PlanDecisionPage = () => <DecisionPage where={ofExam} />;
/** /teacher/homework/user/decide/{plan}/{user}: answers in one student's homework that need a staff decision, and the decisions made. */
export const HomeworkDecisionPage = () => <DecisionPage where={createAssignmentPaths('homework')} />;
/** /teacher/test/user/decide/{plan}/{user}: answers in one student's mock test that need a staff decision, and the decisions made. */
export const TestDecisionPage = () => <DecisionPage where={createAssignmentPaths('test')} />;

function DecisionPage({ where }: { where: DecisionsOf }) {
  const { planId, userId } = useParams();
  const evidence = useEvidence(where.workKind, Number(planId), Number(userId));
  if (evidence.data === undefined)
    return (
      <LoadingState query={evidence}>
        <div className="flex flex-col gap-3.5">
          <Skeleton className="h-9 w-80" />
          <Skeleton className="h-24 rounded-xl" />
          <Skeleton className="h-96 rounded-xl" />
        </div>
      </LoadingState>
    );
  // Remount for another examinee: a reason typed for one must not be sent with a decision about another.
  return <Decisions key={`${planId} ${userId}`} evidence={evidence.data} where={where} />;
}

function Decisions({ evidence, where }: { evidence: AttemptEvidenceView; where: DecisionsOf }) {
  const { t } = useTranslation('examPlan');
  const invalidate = useInvalidate();
  const mayChange = useCanChangeData();
  const { items, planId, userId } = evidence;
  const [chosenId, setChosenId] = useState<string | undefined>(() => items.find((item) => item.group !== null)?.itemId ?? items[0]?.itemId);
  const [reason, setReason] = useState('');
  const [needsReason, setNeedsReason] = useState(false);
  const reasonField = useRef<HTMLInputElement>(null);
  const item = items.find((each) => each.itemId === chosenId) ?? items[0];
  const undecidedCount = items.filter((each) => each.group !== null).length;

  const decide = useAction({
    mutationFn: (choices: { itemId: string; choose: VersionChoice }[]) => {
      const input = { planId, userId, choices, reason: reason.trim() };
      return where.workKind === 'exam' ? makeCall('/exam/decide', input) : makeCall('/task/decide', input);
    },
    onSuccess: async (_done, choices) => {
      const last = choices.at(-1)?.itemId ?? '';
      await invalidate(...planCallPrefixes);
      setReason('');
      setNeedsReason(false);
      toast.success(t('decided', { count: choices.length }));
      const next = findNextUndecided(items, last);
      if (next !== undefined && !choices.some((choice) => choice.itemId === next)) setChosenId(next);
    },
  });
  const choose = (of: EvidenceItem, choice: VersionChoice) => {
    if (decide.isPending) return;
    const proposed = of.group !== null && of.proposal?.streamId === choice?.streamId && of.proposal?.seq === choice?.seq;
    if (!proposed && reason.trim() === '') {
      setNeedsReason(true);
      reasonField.current?.focus();
      return;
    }
    decide.mutate([{ itemId: of.itemId, choose: choice }]);
  };
  const move = (by: 1 | -1) => {
    const at = items.findIndex((each) => each.itemId === item?.itemId);
    const next = items[at + by];
    if (next !== undefined) setChosenId(next.itemId);
  };
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLElement && event.target.closest('input,textarea,select,[role=dialog]') !== null;
    if (typing || event.ctrlKey || event.altKey || event.metaKey || item === undefined) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      move(event.key === 'ArrowDown' ? 1 : -1);
      event.preventDefault();
    } else if (mayChange && /^[0-9]$/.test(event.key)) {
      // The pressed digit chooses a version. It must not be typed into the field of the reason, which receives the focus if the reason is missing.
      event.preventDefault();
      const version = listShownVersions(item)[Number(event.key) - 1];
      if (event.key === '0') choose(item, null);
      else if (version !== undefined) choose(item, toVersionChoice(version));
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const [next] = evidence.others;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={[evidence.name, evidence.seatLabel].filter((text) => text !== '').join(' · ')}
        titleExtra={
          <>
            <ExamUserStatusChip status={evidence.status} />
            <Chip tone={undecidedCount > 0 ? 'kept' : 'delivered'} mark={undecidedCount > 0 ? 'ring' : 'dot'} className="num">
              {undecidedCount > 0 ? t('leftToDecide', { count: undecidedCount }) : t('nothingToDecide')}
            </Chip>
          </>
        }
        description={
          <span className="num">
            {[
              evidence.planName,
              ...(evidence.ticketNo === '' ? [] : [evidence.ticketNo]),
              formatDateTime(evidence.startMs),
              t('ends', { time: formatDateTime(evidence.deadlineMs) }),
              t(evidence.complete && evidence.missingOps === 0 ? 'deliveryComplete' : 'incomplete'),
            ].join(' · ')}
          </span>
        }
        actions={
          <span className="flex gap-2.5 print:hidden">
            <PrintButton />
            <LinkButton to={where.back(planId, userId)}>{t(where.workKind === 'exam' ? 'backToBoard' : 'backToMarking')}</LinkButton>
            {next !== undefined && (
              <LinkButton to={where.person(planId, next.userId)}>
                {t('nextPerson')}
                <span className="num text-muted-foreground">{t('othersLeft', { count: evidence.others.length })}</span>
                <ArrowRight />
              </LinkButton>
            )}
          </span>
        }
      />
      {evidence.releasedMs !== null && <Strip tone="neutral">{t('decideAfterRelease')}</Strip>}
      {evidence.missingOps > 0 && <Strip tone="kept">{t('missingOps', { count: evidence.missingOps })}</Strip>}
      {evidence.streamsLeftOut > 0 && <Strip tone="kept">{t('streamsLeftOut', { count: evidence.streamsLeftOut })}</Strip>}
      {evidence.streams.length > 0 && <EvidenceTimeline evidence={evidence} />}
      {item === undefined ? (
        <Panel>
          <EmptyState title={t('nothingToDecide')}>{t('nothingToDecideText')}</EmptyState>
        </Panel>
      ) : (
        <div className="grid items-start gap-3.5 lg:grid-cols-[288px_minmax(0,1fr)]">
          <EvidenceList
            evidence={evidence}
            chosen={item.itemId}
            onChoose={setChosenId}
            onTogether={mayChange ? (all) => decide.mutate(all.map((each) => ({ itemId: each.itemId, choose: each.proposal }))) : undefined}
            busy={decide.isPending}
          />
          <div className="flex min-w-0 flex-col gap-3.5">
            <EvidenceDetail evidence={evidence} item={item} />
            {mayChange && (
              <ChoiceBar
                item={item}
                busy={decide.isPending}
                reason={{ value: reason, onChange: setReason, missing: needsReason && reason.trim() === '', field: reasonField }}
                onChoose={(choice) => choose(item, choice)}
              />
            )}
            {decide.error instanceof CallFailure && <Strip tone="seal">{decide.error.message}</Strip>}
          </div>
        </div>
      )}
      <EvidenceHistory evidence={evidence} />
      {where.workKind === 'exam' && <ExamineeCamera planId={planId} userId={userId} />}
    </div>
  );
}

/** Shows what the camera took of the examinee, in an exam that uses it. */
function ExamineeCamera({ planId, userId }: { planId: number; userId: number }) {
  const { data } = useCall('/invigilation/getCameraReports', { planId, userId });
  return data && data.items.length > 0 && <CameraRecord reports={data.items} />;
}

/** Shows every hand-in with its outcome, and every decision with its author. */
function EvidenceHistory({ evidence: { handIns, decisions, streams } }: { evidence: AttemptEvidenceView }) {
  const { t } = useTranslation(['examPlan', 'words']);
  if (handIns.length === 0 && decisions.length === 0) return null;
  const findPcNumber = (streamId: string): number => streams.find((stream) => stream.streamId === streamId)?.epoch ?? 1;
  return (
    <Panel title={t('history')}>
      <ul className="num divide-y text-[13px]">
        {handIns.map((handIn) => (
          <li key={`${handIn.streamId} ${handIn.seq}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2">
            <span className="w-36 text-muted-foreground">{formatDateTime(handIn.receivedMs)}</span>
            <span>{t(handIn.by === 'timeout' ? 'handInByTimeout' : 'handInByExaminee', { n: findPcNumber(handIn.streamId) })}</span>
            <span className="text-muted-foreground">
              {handIn.opsMissing > 0
                ? t('handInMissing', { of: handIn.opsListed, missing: handIn.opsMissing })
                : t('handInWhole', { count: handIn.opsListed })}
            </span>
            <Chip tone={handIn.fixed ? 'delivered' : handIn.stands ? 'kept' : 'neutral'} mark={handIn.fixed ? 'dot' : 'ring'}>
              {t(handIn.fixed ? 'handInFixed' : handIn.lifted ? 'words:withdrawn' : handIn.stands ? 'incomplete' : 'handInIgnored')}
            </Chip>
            {handIn.digest === 'disagrees' && (
              <Chip tone="seal" mark="square">
                {t('concernName.digestDisagrees')}
              </Chip>
            )}
          </li>
        ))}
        {decisions.map((one, at) => (
          <li key={at} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2">
            <span className="w-36 text-muted-foreground">{formatDateTime(one.atMs)}</span>
            <span>
              {t(one.count ? 'decisionCounts' : 'decisionNot', {
                n: findPcNumber(one.streamId),
                seqs: one.fromSeq === one.toSeq ? one.fromSeq : `${one.fromSeq}–${one.toSeq}`,
              })}
            </span>
            <span className="text-muted-foreground">{one.by}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Shows on a time line when each PC delivered answers. A vertical line marks a move to another PC; deliveries to its right came after the move. */
function EvidenceTimeline({ evidence }: { evidence: AttemptEvidenceView }) {
  const { t } = useTranslation('examPlan');
  const { fromMs, toMs, rows, moves, end } = computeTimeline(evidence);
  return (
    <Panel bodyClassName="px-4 pt-3 pb-2">
      <figure aria-label={t('timeline')} className="num grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 text-[13px]">
        <div className="flex flex-col">
          {rows.map(({ pc }) => (
            <span key={pc} className="flex h-8 items-center font-medium">
              {t('pc', { n: pc })}
            </span>
          ))}
        </div>
        <div className="relative">
          {rows.map(({ pc, bars }) => (
            <div key={pc} className="relative h-8 border-b border-dashed last:border-b-0">
              {bars.map((bar, at) => (
                <span
                  key={at}
                  title={t('barTitle', { count: bar.ops })}
                  style={{ left: `${bar.from}%`, width: `max(6px, ${bar.to - bar.from}%)` }}
                  className="absolute top-2 h-4 rounded-sm bg-primary text-center text-[12px] leading-4 whitespace-nowrap text-primary-foreground"
                >
                  {bar.to - bar.from > 12 && t('barTitle', { count: bar.ops })}
                </span>
              ))}
            </div>
          ))}
          {moves.map((move) => (
            <i key={move.pc} aria-hidden style={{ left: `${move.at}%` }} className="absolute -top-1 -bottom-1 w-0.5 bg-foreground" />
          ))}
          <i aria-hidden style={{ left: `${end}%` }} className="absolute inset-y-0 border-l border-dashed border-seal" />
        </div>
        <span />
        <figcaption className="mt-1 flex flex-wrap justify-between gap-x-4 text-muted-foreground">
          <span>{formatTime(fromMs)}</span>
          {moves.map((move) => (
            <span key={move.pc} className="font-medium text-foreground">
              {t(move.paper ? 'sheetAt' : 'movedAt', { time: formatTime(move.ms), n: move.pc })}
            </span>
          ))}
          <span>{t('ends', { time: formatTime(evidence.deadlineMs) })}</span>
          {toMs > evidence.deadlineMs && <span>{t('lastArrival', { time: formatTime(toMs) })}</span>}
        </figcaption>
      </figure>
    </Panel>
  );
}

interface ChoiceBarProps {
  item: EvidenceItem;
  busy: boolean;
  reason: {
    readonly value: string;
    readonly onChange: (text: string) => void;
    readonly missing: boolean;
    readonly field: RefObject<HTMLInputElement | null>;
  };
  onChoose: (choice: VersionChoice) => void;
}

/** Shows the choices for one question with their shortcut keys, and a reason. The reason is required if the choice departs from the proposal. */
function ChoiceBar({ item, busy, reason, onChoose }: ChoiceBarProps) {
  const { t } = useTranslation(['examPlan', 'words']);
  const isProposal = (choice: VersionChoice): boolean =>
    item.group !== null && item.proposal?.streamId === choice?.streamId && item.proposal?.seq === choice?.seq;
  const renderKey = (name: string) => (
    <kbd className="num ml-1 rounded border border-current/40 px-1 text-[12px] leading-4 font-normal opacity-80">{name}</kbd>
  );
  return (
    <section aria-label={t('choices')} className="flex flex-wrap items-start gap-2 rounded-xl border bg-card p-3.5 print:hidden">
      {listShownVersions(item).map((version, at) => (
        <Button
          key={`${version.streamId} ${version.seq}`}
          variant={item.group !== null && isSameChoice(item.proposal, version) ? 'primary' : 'outline'}
          busy={busy}
          onClick={() => onChoose(toVersionChoice(version))}
        >
          {t(version.paper ? 'takePaper' : 'takePc', { n: version.epoch })}
          {renderKey(String(at + 1))}
        </Button>
      ))}
      <Button variant={isProposal(null) ? 'primary' : 'outline'} busy={busy} onClick={() => onChoose(null)}>
        {t('takeNone')}
        {renderKey('0')}
      </Button>
      <Field
        label={<span className="sr-only">{t('words:reason')}</span>}
        error={reason.missing ? t('reasonAgainst') : undefined}
        className="-mt-1.5 min-w-52 grow"
      >
        {(field) => (
          <Input
            {...field}
            ref={reason.field}
            value={reason.value}
            maxLength={400}
            placeholder={t('reasonPlaceholder')}
            onChange={(event) => reason.onChange(event.target.value)}
          />
        )}
      </Field>
    </section>
  );
}

interface EvidenceListProps {
  evidence: AttemptEvidenceView;
  chosen: string | undefined;
  onChoose: (itemId: string) => void;
  /** Accepts the proposals for all items whose versions do not contradict each other; undefined if the user may only read. */
  onTogether: ((items: readonly EvidenceItem[]) => void) | undefined;
  busy: boolean;
}

/** Lists the questions in three groups: decided together, decided one by one, and done. */
function EvidenceList({ evidence, chosen, onChoose, onTogether, busy }: EvidenceListProps) {
  const { t } = useTranslation(['examPlan', 'words']);
  const { agreeing, contradicting, decided } = groupEvidenceItems(evidence);
  const renderGroup = (key: 'agreeing' | 'contradicting' | 'decided', items: readonly EvidenceItem[]) =>
    items.length > 0 && (
      <section aria-label={t(`evidenceGroup.${key}`)}>
        <h3 className="num flex justify-between border-b bg-muted px-3.5 py-2 text-[13px] font-semibold">
          {t(`evidenceGroup.${key}`)}
          <span className="font-normal text-muted-foreground">{t('questionCount', { count: items.length })}</span>
        </h3>
        <ul>
          {items.map((item) => (
            <li key={item.itemId}>
              <Row item={item} current={item.itemId === chosen} onChoose={() => onChoose(item.itemId)} />
            </li>
          ))}
        </ul>
        {key === 'agreeing' && onTogether !== undefined && (
          <div className="border-b p-3.5 print:hidden">
            <Button variant="soft" className="w-full" busy={busy} onClick={() => onTogether(items)}>
              {t('decideTogether', { count: items.length })}
            </Button>
          </div>
        )}
      </section>
    );
  return (
    <Panel
      title={
        <span className="flex items-center gap-2.5">
          {t('toDecide')}
          <Chip className="num">{t('words:ofCount', { n: decided.length, of: evidence.items.length })}</Chip>
        </span>
      }
      bodyClassName="scroll-slim overflow-y-auto"
      className="lg:max-h-[calc(100dvh-17rem)] print:max-h-none"
    >
      {renderGroup('agreeing', agreeing)}
      {renderGroup('contradicting', contradicting)}
      {renderGroup('decided', decided)}
    </Panel>
  );
}

function Row({ item, current, onChoose }: { item: EvidenceItem; current: boolean; onChoose: () => void }) {
  const { t } = useTranslation('examPlan');
  const answerText = useAnswerText();
  const versions = listShownVersions(item);
  const choice: VersionChoice = item.group === null ? getCurrentChoice(item) : item.proposal;
  const pc = versions.find((version) => version.streamId === choice?.streamId && version.seq === choice.seq)?.epoch;
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={onChoose}
      className={cn(
        'flex w-full items-center gap-3 border-b border-l-[3px] px-3 py-2 text-left focus-visible:-outline-offset-3',
        current ? 'border-l-primary bg-primary-soft' : 'border-l-transparent hover:bg-muted/60',
      )}
    >
      <b className="num w-8 shrink-0 text-[15px]">{item.itemId}</b>
      <span className="num min-w-0 grow text-[13px]">
        {versions.map((version) => (
          <span key={`${version.streamId} ${version.seq}`} className="block truncate">
            <span className="text-muted-foreground">{t(version.paper ? 'onPaper' : 'pc', { n: version.epoch })}</span>{' '}
            {answerText(item, version.value)}
          </span>
        ))}
      </span>
      <Chip tone={pc === undefined ? 'kept' : item.group === null ? 'delivered' : 'primary'} mark={pc === undefined ? 'ring' : 'square'}>
        {pc === undefined ? t('takeNone') : t('takePc', { n: pc })}
      </Chip>
    </button>
  );
}

import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useNavigate } from 'react-router-dom';
import { homeworkStatus } from '../../../../sync/contract/codes.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { type CallOptions, makeCall } from '../../../platform/api/call.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { PassChip } from '../../../ui/entity/status-chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { type AssignedWorkNotice, filterAssignedNotices, getShownHomeworkStatus } from '../model/homework-view.ts';
import { isExamOver, type LocalSitting, getAttemptPaths, type KnownTime } from '../model/gate/notice-view.ts';
import { createExamEntryPorts } from '../parts/gate/exam-entry-ports.ts';
import { AssignedWorkFrame } from '../parts/assigned-work/assigned-work-frame.tsx';
import { useExamNotices } from '../parts/gate/use-exam-notices.ts';
import { useKnownTime } from '../parts/use-sitting-value.ts';

/** Page /student/test/index: mock tests with their attempts and scores. */
export function TestListPage() {
  const { t } = useTranslation(['assignment', 'words']);
  const examNotices = useExamNotices();
  const knownTime = useKnownTime(examNotices.now);
  const rows = filterAssignedNotices(examNotices.items ?? [], 'test').toSorted(
    (a, b) => Number(isExamOver(a, knownTime)) - Number(isExamOver(b, knownTime)) || a.task.dueMs - b.task.dueMs,
  );
  const [beginRequest, setBeginRequest] = useState<{ notice: AssignedWorkNotice; again: boolean } | null>(null);
  return (
    <div className="space-y-4">
      <PageHeader />
      <AssignedWorkFrame notices={examNotices} empty={rows.length === 0} emptyTitle={t('noTests')} emptyText={t('noTestsText')}>
        <Panel>
          <ul>
            {rows.map((notice) => (
              <TestRow
                key={notice.planId}
                notice={notice}
                local={examNotices.getLocalSitting(notice.planId)}
                at={knownTime}
                onAsk={(again) => setBeginRequest({ notice, again })}
              />
            ))}
          </ul>
        </Panel>
      </AssignedWorkFrame>
      {beginRequest !== null && <BeginDialog {...beginRequest} onClose={() => setBeginRequest(null)} />}
    </div>
  );
}

interface TestRowProps {
  notice: AssignedWorkNotice;
  local: LocalSitting;
  at: KnownTime;
  onAsk: (again: boolean) => void;
}

function TestRow({ notice, local, at, onAsk }: TestRowProps) {
  const { t } = useTranslation(['assignment', 'words']);
  const { task } = notice;
  const status = getShownHomeworkStatus(notice, local);
  const hasBegun = local.hasBegun || task.answered > 0 || local.seated;
  const handedIn = status >= homeworkStatus.awaitingMarking;
  const { withdrawn } = notice;
  const isOver = withdrawn !== null || (at.isConfirmed && at.nowMs >= task.dueMs);
  const allPoints = [...task.past.map((one) => one.points), task.points].filter((points) => points !== null);
  const best = allPoints.length === 0 ? null : Math.max(...allPoints);
  const last = allPoints.at(-1) ?? null;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t px-4 py-3.5 first:border-t-0">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2">
          <b className="text-[15px]">{notice.name}</b>
          {best !== null && <PassChip passed={best >= notice.passPoints} />}
          {isOver && <Chip mark="square">{t(withdrawn === null ? 'dueOver' : 'words:withdrawn')}</Chip>}
        </p>
        <p className="num mt-0.5 text-[13px] text-muted-foreground">
          {[
            t('questions', { count: notice.questionCount }),
            ...(task.minutes === null ? [] : [t('minutes', { count: task.minutes })]),
            t('triesLeft', { n: task.tryNo, of: task.tries }),
            t('windowUntil', { when: formatDateTime(task.dueMs).slice(5) }),
            t(`analysis${task.analysisRule}`),
          ].join(' · ')}
        </p>
      </div>
      {withdrawn && <p className="w-full text-[13px] text-seal">{t('withdrawnWhy', { reason: withdrawn.reason })}</p>}
      {best !== null && (
        <p className="num text-right text-[13px] text-muted-foreground">
          <b className="block text-lg leading-tight text-foreground">{t('best', { points: best })}</b>
          {[...(allPoints.length > 1 ? [t('lastTry', { points: last })] : []), t('passLine', { pass: notice.passPoints })].join(' · ')}
        </p>
      )}
      <div className="flex gap-2">
        {handedIn && withdrawn === null && (
          <LinkButton to={task.scoreTold ? getAttemptPaths(notice).score : getAttemptPaths(notice).item}>
            {t(task.scoreTold ? 'seeScore' : 'receipt')}
          </LinkButton>
        )}
        {handedIn && !isOver && task.tryNo < task.tries && (
          <Button variant="primary" onClick={() => onAsk(true)}>
            {t('again')}
          </Button>
        )}
        {!handedIn && hasBegun && withdrawn === null && (
          <LinkButton variant="primary" to={getAttemptPaths(notice).item}>
            {t('goOn')}
          </LinkButton>
        )}
        {!handedIn && !hasBegun && !isOver && at.nowMs >= notice.startMs && (
          <Button variant="primary" onClick={() => onAsk(false)}>
            {t('beginTest')}
          </Button>
        )}
        {!handedIn && !hasBegun && withdrawn === null && at.nowMs < notice.startMs && (
          <span className="self-center text-[13px] text-muted-foreground">
            {t('opens', { when: formatDateTime(notice.startMs).slice(5) })}
          </span>
        )}
      </div>
    </li>
  );
}

/** Asks for confirmation, because the time of a mock test runs from its beginning. */
function BeginDialog({ notice, again, onClose }: { notice: AssignedWorkNotice; again: boolean; onClose: () => void }) {
  const { t } = useTranslation('assignment');
  const user = useAtomValue(sessionUserAtom);
  const navigate = useNavigate();
  const begin = async (quiet: CallOptions) => {
    if (!again) return;
    await makeCall('/task/again', { planId: notice.planId, tryNo: notice.task.tryNo + 1 }, quiet);
    // Fetch the notices, so that this PC knows the new attempt: the player would otherwise look for the seat of the previous one.
    if (user !== null) await createExamEntryPorts(user).fetchNotices();
  };
  return (
    <ConfirmDialog
      title={t('beginTitle', { name: notice.name })}
      confirm={t(again ? 'again' : 'beginTest')}
      run={begin}
      onDone={() => void navigate(getAttemptPaths(notice).item)}
      onClose={onClose}
    >
      {t('beginText', { minutes: notice.task.minutes ?? Math.round(notice.durationMs / 60_000) })}
    </ConfirmDialog>
  );
}

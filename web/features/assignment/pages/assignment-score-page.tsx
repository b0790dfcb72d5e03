import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { addNote, joinWords } from '../../../lib/punctuation.ts';
import { useParams } from 'react-router-dom';
import { homeworkStatus } from '../../../../sync/contract/codes.ts';
import type { AssignmentStudent } from '../../../../sync/contract/learning/assignment.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { DataList, ListPage, createLocalListQuery } from '../../../ui/list/data-list.tsx';
import { StatusFilter } from '../../../ui/list/filter-select.tsx';
import { createOneOfFilter, textFilter, useListState } from '../../../ui/list/list-state.ts';
import { FigureStrip } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { type Column, dateColumn, nameColumn, numberColumn, statusColumn } from '../../../ui/list/columns.tsx';
import { useSelection } from '../../../ui/list/table-selection.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { HomeworkStatusChip } from '../../../ui/entity/status-chip.tsx';
import { getAssignmentBasePath, type Assignment, useAssignment } from '../assignment-queries.ts';
import { useNow } from '../../../ui/use-now.ts';
import { ReasonDialog } from '../../../platform/dialogs/action-dialog.tsx';

const statuses = Object.values(homeworkStatus);
const filters = { keyword: textFilter, status: createOneOfFilter(statuses) };

/** /teacher/homework/user/score/{id}: all students of one assignment with status, lateness, open marking and points. */
export function AssignmentScorePage() {
  const id = Number(useParams()['planId']);
  const task = useAssignment(id);
  if (task.data === undefined) return <LoadingState query={task} className="h-96 rounded-xl" />;
  return <Students task={task.data} />;
}

function Students({ task }: { task: Assignment }) {
  const { t } = useTranslation(['assignment', 'words']);
  const nowMs = useNow();
  const mayChange = useCanChangeData();
  const list = useListState({ filters });
  const selection = useSelection<AssignmentStudent>((row) => row.userId);
  const [withdrawing, setWithdrawing] = useState(false);
  const [studentsToFinish, setStudentsToFinish] = useState<readonly AssignmentStudent[] | null>(null);
  const { keyword = '', status } = list.filters;
  const rows = task.students.filter(
    (row) => (status === undefined || row.status === status) && (row.name.includes(keyword) || row.className.includes(keyword)),
  );
  const earnedPoints = task.students.flatMap((row) => row.points ?? []);
  const columns: readonly Column<AssignmentStudent>[] = [
    nameColumn(t('words:personName'), (row) => row.name, { opens: true }),
    { key: 'class', header: t('words:className'), sort: 'class', wide: true, width: 'w-40', value: (row) => row.className },
    statusColumn(
      'status',
      t('words:status'),
      (row) => (
        <span className="inline-flex gap-1.5">
          <HomeworkStatusChip viewer="teacher" status={row.status} />
          {row.waiting > 0 && (
            <Chip tone="kept" mark="ring">
              {t('undecidedMark')}
            </Chip>
          )}
          {row.late && (
            <Chip tone="seal" mark="square">
              {t(row.afterClose > 0 ? 'afterCloseMark' : 'lateMark')}
            </Chip>
          )}
        </span>
      ),
      (row) => `${t(`status${row.status}`)}${row.late ? ` · ${t(row.afterClose > 0 ? 'afterCloseMark' : 'lateMark')}` : ''}`,
      { sort: 'status', width: 'w-52' },
    ),
    numberColumn('answered', t('words:answered'), (row) => row.answered, { sort: 'answered', width: 'w-24' }),
    dateColumn('handedIn', t('handedInAt'), (row) => row.handedInMs, { sort: 'handedIn' }),
    dateColumn('reminded', t('remindedAt'), (row) => row.remindedMs, { wide: true }),
    numberColumn('returns', t('returns'), (row) => row.returns, { wide: true, width: 'w-24' }),
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
  const open = (row: AssignmentStudent) => `${getAssignmentBasePath(task.kind)}/item/${task.id}/${row.userId}`;
  return (
    <ListPage
      title={task.name}
      actions={
        mayChange && (
          <>
            {task.kind === 'homework' && (
              <LinkButton
                variant={task.counts.awaitingMarking > 0 && task.withdrawn === null ? 'primary' : 'outline'}
                to={`${getAssignmentBasePath(task.kind)}/question/${task.id}`}
              >
                {t('words:markByQuestion')}
              </LinkButton>
            )}
            <LinkButton to={`${getAssignmentBasePath(task.kind)}/figures/${task.id}`}>{t('figures')}</LinkButton>
            <LinkButton to={`${getAssignmentBasePath(task.kind)}/create?from=${task.id}`}>{t('copyToClass')}</LinkButton>
            {task.withdrawn === null && (
              <>
                <Button variant="seal" onClick={() => setWithdrawing(true)}>
                  {t('words:withdraw')}
                </Button>
                <LinkButton to={`${getAssignmentBasePath(task.kind)}/create/${task.id}`}>{t('words:taskEdit')}</LinkButton>
              </>
            )}
          </>
        )
      }
    >
      {task.withdrawn && (
        <Strip tone="seal">{t('withdrawnSince', { when: formatDateTime(task.withdrawn.ms), reason: task.withdrawn.reason })}</Strip>
      )}
      {mayChange && task.withdrawn === null && task.closeMs > nowMs && (
        <RemindButton planId={task.id} students={task.students} label="remindOpen" />
      )}
      <FigureStrip
        figures={[
          { label: t('due'), value: <span className="text-base">{formatDateTime(task.dueMs)}</span> },
          { label: t('handedInOf'), value: task.counts.awaitingMarking + task.counts.finished, note: `/ ${task.total}` },
          { label: t('notBegun'), value: <span className={task.counts.notDone > 0 ? 'text-kept-ink' : ''}>{task.counts.notDone}</span> },
          {
            label: t('toMark'),
            value: <span className={task.counts.awaitingMarking > 0 ? 'text-kept-ink' : ''}>{task.counts.awaitingMarking}</span>,
          },
          { label: t('returnedCount'), value: task.counts.returned },
          { label: t('lateCount'), value: task.late },
          {
            label: t('average'),
            value:
              earnedPoints.length === 0
                ? '–'
                : Math.round((10 * earnedPoints.reduce((sum, points) => sum + points, 0)) / earnedPoints.length) / 10,
            note: `/ ${task.totalPoints}`,
          },
        ]}
      />
      <DataList
        name="task.students"
        caption={t('whoCaption')}
        unpaged
        list={list}
        query={createLocalListQuery(rows, columns, list, true)}
        columns={columns}
        keyOf={(row) => row.userId}
        nameOf={(row) => row.name}
        open={open}
        actions={(row) => [{ label: t(row.status === homeworkStatus.awaitingMarking ? 'mark' : 'words:view'), to: open(row) }]}
        search={t('words:personName')}
        filters={<StatusFilter choices={statuses.map((value) => ({ value, label: t(`status${value}`) }))} />}
        selection={mayChange && task.kind === 'homework' && task.withdrawn === null ? selection : undefined}
        bulk={(chosen) => (
          <>
            <Button size="sm" onClick={() => setStudentsToFinish(chosen)}>
              {t('finishChosen', { count: chosen.length })}
            </Button>
            <RemindButton planId={task.id} students={chosen} label="remindChosen" />
          </>
        )}
        empty={{ title: t('noneFits') }}
      />
      {withdrawing && <WithdrawDialog task={task} onClose={() => setWithdrawing(false)} />}
      {studentsToFinish !== null && <FinishDialog task={task} students={studentsToFinish} onClose={() => setStudentsToFinish(null)} />}
    </ListPage>
  );
}

interface RemindButtonProps {
  planId: number;
  students: readonly AssignmentStudent[];
  label: 'remindChosen' | 'remindOpen';
}

/** Reminds the students who have not handed in. They see the reminder next to the assignment. */
function RemindButton({ planId, students: of, label }: RemindButtonProps) {
  const { t } = useTranslation('assignment');
  const invalidate = useInvalidate();
  const open = of.filter((row) => row.status <= homeworkStatus.returned);
  const remind = useAction({
    mutationFn: () => makeCall('/task/remind', { planId, userIds: open.map((row) => row.userId) }),
    onSuccess: ({ reminded }) => toast.success(t('wasReminded', { count: reminded })),
    onSettled: () => invalidate('/task'),
  });
  if (open.length === 0) return null;
  return (
    <Button size="sm" busy={remind.isPending} onClick={() => remind.mutate()}>
      {t(label, { count: open.length })}
    </Button>
  );
}

const whyLeft = { notHandedIn: 'notHandedInYet', unmarked: 'unmarked', afterClose: 'afterClose' } as const;

interface FinishDialogProps {
  task: Pick<Assignment, 'id'>;
  students: readonly Pick<AssignmentStudent, 'userId' | 'name' | 'afterClose'>[];
  onClose: () => void;
}

/** Confirms the end of marking. Points are then shown to the students, which cannot be undone. */
export function FinishDialog({ task, students, onClose }: FinishDialogProps) {
  const { t } = useTranslation(['assignment', 'words']);
  const [full, setFull] = useState(false);
  const [late, setLate] = useState(false);
  return (
    <ConfirmDialog
      title={t('finishTitle', { count: students.length })}
      confirm={t('finish')}
      tone="sealSolid"
      run={(quiet) =>
        makeCall(
          '/task/finish',
          { planId: task.id, userIds: students.map((each) => each.userId), fullForRest: full, takeLate: late },
          quiet,
        )
      }
      invalidates={['/task']}
      onDone={({ finished, left }) => {
        if (finished > 0) toast.success(t('finishedToast', { count: finished }));
        if (left.length > 0)
          toast.error(
            t('finishLeft', {
              count: left.length,
              names: joinWords(left.map((each) => addNote(each.name, t(whyLeft[each.why])))),
            }),
          );
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t('finishText')}</p>
      <label className="mt-3 flex min-h-9 items-center gap-2.5 text-foreground">
        <Checkbox checked={full} onCheckedChange={(on) => setFull(on === true)} />
        {t('fullForRest')}
      </label>
      {students.some(({ afterClose }) => afterClose > 0) && (
        <label className="flex min-h-9 items-center gap-2.5 text-foreground">
          <Checkbox checked={late} onCheckedChange={(on) => setLate(on === true)} />
          {t('takeLate')}
        </label>
      )}
    </ConfirmDialog>
  );
}

/** Withdraws an assignment with a reason, which the students see. */
export function WithdrawDialog({ task, onClose }: { task: Pick<Assignment, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation(['assignment', 'words']);
  return (
    <ReasonDialog
      title={t('withdrawTitle', { name: task.name })}
      confirm={t('words:withdraw')}
      tone="sealSolid"
      words={{ label: t('withdrawReason'), missing: t('needReason') }}
      run={(reason, quiet) => makeCall('/task/withdraw', { id: task.id, reason }, quiet)}
      invalidates={['/task']}
      doneText={t('words:withdrawn')}
      onClose={onClose}
    >
      <p className="text-sm leading-relaxed text-muted-foreground">{t('withdrawText')}</p>
    </ReasonDialog>
  );
}

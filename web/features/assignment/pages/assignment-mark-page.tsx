import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { addLabel } from '../../../lib/punctuation.ts';
import { useParams } from 'react-router-dom';
import { apiErrors } from '../../../../sync/contract/errors.ts';
import { formatDateTime, fromLocalInput, toLocalInput } from '../../../lib/format-time.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall, CallFailure, type CallOptions } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { HomeworkStatusChip } from '../../../ui/entity/status-chip.tsx';
import { isValidMark, MarkItem, sumMarks } from '../parts/mark-item.tsx';
import { type TeacherMarks, mergeTeacherMarks, removeSavedMarks } from '../teacher-marks.ts';
import { getAssignmentBasePath, useAssignment, useAssignmentWork, type AssignmentWork } from '../assignment-queries.ts';
import { FinishDialog } from './assignment-score-page.tsx';
import { DateTimeField } from '../../../ui/date/date-field.tsx';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';

/** Page /teacher/homework/user/item/{id}/{user_id}: the answers of one student beside the right answers. */
export function AssignmentMarkPage() {
  const params = useParams();
  const [planId, userId] = [Number(params['planId']), Number(params['userId'])];
  const work = useAssignmentWork(planId, userId);
  if (work.data === undefined) return <LoadingState query={work} className="h-96 rounded-xl" />;
  return <Marking key={`${planId}/${userId}/${work.data.answersVersion}`} work={work.data} />;
}

function Marking({ work }: { work: AssignmentWork }) {
  const { t } = useTranslation('assignment');
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const { student, planId } = work;
  const task = useAssignment(planId);
  // Send only the marks edited here. A colleague or another tab may have marked the rest since this page was opened.
  const [editedMarks, setEditedMarks] = useState<TeacherMarks>(new Map());
  const marks = mergeTeacherMarks(work, editedMarks);
  const [openDialog, setOpenDialog] = useState<'back' | 'finish' | null>(null);
  const canEdit = mayChange && work.markable && student.finishedMs === null;
  const key = { planId, userId: student.userId, answersVersion: work.answersVersion };
  const save = useAction({
    mutationFn: async () => {
      // Call even without edited marks: the server checks that the answers are still those on this page, before the work is returned or its
      // marking finished.
      await makeCall('/task/mark', { ...key, items: [...editedMarks].map(([itemId, mark]) => ({ itemId, ...mark })) });
      return editedMarks;
    },
    onSuccess: () => toast.success(t('marksSaved')),
    onError: (failure) => {
      if (failure instanceof CallFailure && failure.code === apiErrors.conflict.code) toast.error(t('answersMoved'));
    },
    onSettled: async (saved) => {
      await invalidate('/task');
      if (saved) setEditedMarks((all) => removeSavedMarks(all, saved));
    },
  });
  const students = task.data?.students ?? [];
  const studentIndex = students.findIndex((each) => each.userId === student.userId);
  const [previousStudent, nextStudent] = [students[studentIndex - 1], students[studentIndex + 1]];
  const sum = sumMarks(work, marks);
  const hasInvalidMark = [...marks].some(
    ([itemId, mark]) => !isValidMark(mark, work.items.find((item) => item.itemId === itemId)?.max ?? 0),
  );
  const submit = () => {
    if (canEdit && !hasInvalidMark && !save.isPending) save.mutate();
  };
  const linkToStudent = (to: (typeof students)[number] | undefined, label: string) =>
    to && <LinkButton to={`${getAssignmentBasePath(work.kind)}/item/${planId}/${to.userId}`}>{label}</LinkButton>;
  return (
    <div
      className="space-y-3.5"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        submit();
      }}
    >
      <PageHeader
        title={t('markTitle', { name: work.name, student: student.name })}
        titleExtra={
          <span className="flex gap-1.5">
            <HomeworkStatusChip viewer="teacher" status={student.status} />
            {student.late && (
              <Chip tone="seal" mark="square">
                {t('lateMark')}
              </Chip>
            )}
            {student.returns > 0 && <Chip className="num">{`${t('returnedCount')} ${student.returns}`}</Chip>}
          </span>
        }
        description={[
          student.className,
          ...(student.handedInMs === null ? [] : [`${t('handedInAt')} ${formatDateTime(student.handedInMs)}`]),
        ].join(' · ')}
        actions={
          <>
            <LinkButton variant="ghost" to={`${getAssignmentBasePath(work.kind)}/score/${planId}`}>
              {t('back')}
            </LinkButton>
            {linkToStudent(previousStudent, t('previousStudent'))}
            {linkToStudent(nextStudent, t('nextStudent'))}
          </>
        }
      />
      {!work.markable && <Strip tone="kept">{t('notYetToMark')}</Strip>}
      {student.waiting > 0 && (
        <Strip
          tone="kept"
          action={
            <LinkButton size="sm" to={`${getAssignmentBasePath(work.kind)}/decide/${planId}/${student.userId}`}>
              {t('toDecide')}
            </LinkButton>
          }
        >
          {t('waitingAnswers', { count: student.waiting })}
        </Strip>
      )}
      {student.finishedMs !== null && <Strip tone="delivered">{t('beenFinished')}</Strip>}
      {work.returnReason !== '' && <Strip tone="neutral">{addLabel(t('reason'), work.returnReason)}</Strip>}
      <ol className="space-y-3">
        {work.items.map((item) => (
          <MarkItem
            key={item.itemId}
            item={item}
            mark={marks.get(item.itemId)}
            open={canEdit}
            onChange={(mark) => setEditedMarks((all) => new Map(all).set(item.itemId, mark))}
          />
        ))}
      </ol>
      {canEdit && (
        <div className="sticky bottom-0 -mx-1 flex flex-wrap items-center gap-3 rounded-xl border bg-card px-4 py-3 shadow-pop">
          <b className="num text-lg">{t('sum', { points: sum ?? '–', total: work.totalPoints })}</b>
          <span className="text-[13px] text-muted-foreground">{t('markHelp')}</span>
          <span className="ml-auto flex flex-wrap gap-2">
            {work.kind === 'homework' && <Button onClick={() => setOpenDialog('back')}>{t('giveBack')}</Button>}
            <Button busy={save.isPending} disabled={hasInvalidMark} onClick={submit}>
              {t('saveMarks')}
            </Button>
            {work.kind === 'homework' && (
              <Button
                variant="primary"
                disabled={hasInvalidMark || save.isPending}
                onClick={() =>
                  void save.mutateAsync().then(
                    () => setOpenDialog('finish'),
                    () => undefined,
                  )
                }
              >
                {t('finish')}
              </Button>
            )}
          </span>
        </div>
      )}
      {openDialog === 'back' && (
        <GiveBackDialog
          name={student.name}
          closeMs={work.closeMs}
          before={() => save.mutateAsync()}
          give={(reason, untilMs, quiet) => makeCall('/task/giveBack', { ...key, reason, untilMs }, quiet)}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'finish' && <FinishDialog task={{ id: planId }} students={[student]} onClose={() => setOpenDialog(null)} />}
    </div>
  );
}

interface GiveBackDialogProps {
  name: string;
  closeMs: number;
  /** Saves the marks first, because the student receives them along with the returned work. */
  before: () => Promise<unknown>;
  give: (reason: string, untilMs: number, quiet: CallOptions) => Promise<unknown>;
  onClose: () => void;
}

/** Returns work for correction, with a reason and a deadline. */
export function GiveBackDialog({ name, closeMs, before, give, onClose }: GiveBackDialogProps) {
  const { t } = useTranslation('assignment');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(() => toLocalInput(Math.max(closeMs, Date.now() + 2 * 86_400_000)));
  const untilMs = fromLocalInput(until);
  const missing = reason.trim() === '';
  return (
    <ActionDialog
      title={t('giveBackTitle', { name })}
      confirm={t('giveBack')}
      ready={!missing && untilMs !== null}
      run={async (quiet) => {
        await before();
        await give(reason.trim(), untilMs ?? 0, quiet);
      }}
      invalidates={['/task']}
      doneText={t('givenBack')}
      onClose={onClose}
    >
      {({ tried }) => (
        <>
          <p className="text-sm leading-relaxed text-muted-foreground">{t('giveBackText')}</p>
          <Field label={t('reason')} required error={tried && missing ? t('needReason') : undefined}>
            {(field) => <Textarea {...field} rows={3} maxLength={400} value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
          <Field label={t('until')} required error={tried && untilMs === null ? t('needTime') : undefined}>
            {(field) => <DateTimeField {...field} value={until} onChange={setUntil} defaultTime="22:00" />}
          </Field>
        </>
      )}
    </ActionDialog>
  );
}

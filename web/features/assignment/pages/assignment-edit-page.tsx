import { useTranslation } from '../../../lib/i18n.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import type { AssignmentStudent } from '../../../../sync/contract/learning/assignment.ts';
import type { AssignedKind } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { AssignmentForm } from '../parts/assignment-form.tsx';
import { copyAssignmentValues, createAssignmentValues, toAssignmentValues } from '../assignment-form-values.ts';
import { useAssignment } from '../assignment-queries.ts';
import { useNow } from '../../../ui/use-now.ts';

const begunOf = (students: readonly Pick<AssignmentStudent, 'enteredMs'>[]): number =>
  students.filter(({ enteredMs }) => enteredMs !== null).length;

function TaskEdit({ kind }: { kind: AssignedKind }) {
  const { i18n } = useTranslation('assignment');
  const text = useParams()['planId'];
  const id = text === undefined ? null : Number(text);
  // `?from=` copies an assignment for another class, without its students.
  const from = Number(useSearchParams()[0].get('from')) || null;
  const task = useAssignment(id ?? from);
  const nowMs = useNow();
  if (id === null && from === null)
    return <AssignmentForm key={i18n.language} kind={kind} saved={null} initial={createAssignmentValues(kind, nowMs)} />;
  if (task.data === undefined) return <LoadingState query={task} className="h-96 rounded-xl" />;
  return (
    <AssignmentForm
      key={id ?? `from/${from}`}
      kind={kind}
      from={from}
      saved={id === null ? null : { id, version: task.data.version, paperName: task.data.paperName, begun: begunOf(task.data.students) }}
      initial={id === null ? copyAssignmentValues(task.data, nowMs) : toAssignmentValues(task.data)}
    />
  );
}

export const HomeworkEditPage = () => <TaskEdit kind="homework" />;
export const TestEditPage = () => <TaskEdit kind="test" />;

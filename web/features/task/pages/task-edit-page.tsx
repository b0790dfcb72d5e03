import { useTranslation } from '../../../lib/i18n.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import type { TaskStudent } from '../../../../sync/contract/task.ts';
import type { SetKind } from '../../../../sync/machines/attempt-kinds.ts';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TaskForm } from '../parts/task-form.tsx';
import { copyOfTask, newTask, valuesOfTask } from '../task-form-values.ts';
import { useTask } from '../task-queries.ts';

const begunOf = (students: readonly Pick<TaskStudent, 'enteredMs'>[]): number =>
  students.filter(({ enteredMs }) => enteredMs !== null).length;

function TaskEdit({ kind }: { kind: SetKind }) {
  const { i18n } = useTranslation('task');
  const text = useParams()['planId'];
  const id = text === undefined ? null : Number(text);
  // `?from=` copies an assignment for another class, without its students.
  const from = Number(useSearchParams()[0].get('from')) || null;
  const task = useTask(id ?? from);
  if (id === null && from === null) return <TaskForm key={i18n.language} kind={kind} saved={null} initial={newTask(kind, Date.now())} />;
  if (task.data === undefined)
    return task.error === null ? (
      <Skeleton className="h-96 rounded-xl" />
    ) : (
      <QueryFailure error={task.error} onRetry={() => void task.refetch()} />
    );
  return (
    <TaskForm
      key={id ?? `from/${from}`}
      kind={kind}
      from={from}
      saved={id === null ? null : { id, version: task.data.version, paperName: task.data.paperName, begun: begunOf(task.data.students) }}
      initial={id === null ? copyOfTask(task.data, Date.now()) : valuesOfTask(task.data)}
    />
  );
}

export const HomeworkEditPage = () => <TaskEdit kind="homework" />;
export const TestEditPage = () => <TaskEdit kind="test" />;

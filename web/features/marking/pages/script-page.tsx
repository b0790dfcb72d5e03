import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isPerformed } from '../given-points.ts';
import { useTask } from '../marking-queries.ts';
import { PerformedDesk } from '../parts/performed-desk.tsx';
import { WholeDesk } from '../parts/whole-desk.tsx';
import { WrittenDesk } from '../parts/written-desk.tsx';

/** /marker/exam/item/{plan}/{script}: all answers of one examinee (`?whole`), or one question script after script. */
export function ScriptPage() {
  const { id, user_id } = useParams();
  const [params] = useSearchParams();
  return params.has('whole') ? <WholeDesk key={id} planId={Number(id)} which={Number(user_id) || null} /> : <QuestionPage />;
}

/** Shows the question in `?question=`: a score sheet for a performed task, otherwise written scripts. */
function QuestionPage() {
  const { id, user_id } = useParams();
  const [params] = useSearchParams();
  const questionId = Number(params.get('question'));
  const place = useMemo(() => ({ planId: Number(id), questionId }), [id, questionId]);
  const which = Number(user_id) || (params.has('all') ? 'all' : 'next');
  const task = useTask(place);
  if (task.data === undefined)
    return task.error === null ? (
      <Skeleton className="h-96 rounded-xl" />
    ) : (
      <QueryFailure error={task.error} onRetry={() => void task.refetch()} />
    );
  const { value, fromDevice } = task.data;
  const key = `${place.planId} ${place.questionId}`;
  return isPerformed(value) ? (
    <PerformedDesk key={key} place={place} task={value} fromDevice={fromDevice} which={which} />
  ) : (
    <WrittenDesk key={key} place={place} task={value} which={which} />
  );
}

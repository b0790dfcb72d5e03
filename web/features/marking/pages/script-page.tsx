import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { isPerformedTask } from '../marking-input.ts';
import { useMarkingTask } from '../marking-queries.ts';
import { PerformedMarking } from '../parts/performed-marking.tsx';
import { WholeScriptMarking } from '../parts/whole-script-marking.tsx';
import { WrittenMarking } from '../parts/written-marking.tsx';

/**
 * /marker/exam/item/{plan}/{script}: all answers of one examinee (`?whole`), or one question script after script.
 * /marker/examOption/item/{plan}/{script}: the score sheets of a performed task.
 */
export function ScriptPage() {
  const { id, user_id } = useParams();
  const [params] = useSearchParams();
  return params.has('whole') ? <WholeScriptMarking key={id} planId={Number(id)} scriptCode={Number(user_id) || null} /> : <QuestionPage />;
}

/** Shows the question in `?question=`: a score sheet for a performed task, otherwise written scripts. */
function QuestionPage() {
  const { id, user_id } = useParams();
  const [params] = useSearchParams();
  const questionId = Number(params.get('question'));
  const place = useMemo(() => ({ planId: Number(id), questionId }), [id, questionId]);
  const which = Number(user_id) || (params.has('all') ? 'all' : 'next');
  const task = useMarkingTask(place);
  if (task.data === undefined) return <LoadingState query={task} className="h-96 rounded-xl" />;
  const { value, fromDevice } = task.data;
  const key = `${place.planId} ${place.questionId}`;
  return isPerformedTask(value) ? (
    <PerformedMarking key={key} place={place} task={value} fromDevice={fromDevice} selection={which} />
  ) : (
    <WrittenMarking key={key} place={place} task={value} selection={which} />
  );
}

import { useTranslation } from '../../../lib/i18n.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { pointFilter } from '../detail-points.ts';
import { createEmptyForm, toFormValues, questionTypes } from '../question-form-values.ts';
import { useQuestionPlace } from '../question-place.ts';
import { useProfessionOfCode, useQuestion } from '../question-queries.ts';

/** Edits a new or an existing question. */
export function QuestionEditPage() {
  const { t } = useTranslation(['question', 'words']);
  const { questionId } = useParams();
  const [params] = useSearchParams();
  const place = useQuestionPlace();
  const id = questionId === undefined ? null : Number(questionId);
  const question = useQuestion(id);
  const { data } = question;
  const profession = useProfessionOfCode(place.profCode);
  // A failed refresh must not replace the form that the user is writing in.
  const queries = place.profCode === null ? [question] : [question, profession];
  const failed = queries.find((query) => query.error !== null && query.data === undefined);
  if (failed?.error)
    return (
      <Panel>
        <QueryFailure error={failed.error} onRetry={() => void failed.refetch()} />
      </Panel>
    );
  if ((id !== null && data === undefined) || (place.profCode !== null && profession.isPending))
    return (
      <div className="flex flex-col gap-3.5">
        <PageHeader title={t(id === null ? 'words:questionCreate' : 'words:edit')} />
        <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_360px]">
          <Skeleton className="h-[420px] rounded-xl" />
          <Skeleton className="h-[420px] rounded-xl" />
        </div>
      </div>
    );
  if (data !== undefined)
    return <QuestionForm key={data.id} saved={data} bank={data.bank} initial={toFormValues(data)} base={place.base} />;
  const typeParam = Number(params.get('type'));
  const point = pointFilter.read(params.get('point') ?? '');
  const initial = createEmptyForm({
    category: params.get('category') ?? '',
    type: questionTypes.find((type) => type === typeParam) ?? 1,
    profId: profession.data?.id ?? null,
    ...(point !== undefined && { ...point, pointCode: /-\d{3}$/.test(point.pointCode) ? point.pointCode : '' }),
  });
  return <QuestionForm key="new" saved={null} bank={place.bank} initial={initial} base={place.base} />;
}

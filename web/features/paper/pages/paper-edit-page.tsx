import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { paperStatus, sectionType } from '../../../../sync/contract/codes.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { ErrorState } from '../../../ui/feedback/notice.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { usePaperArea } from '../paper-area.ts';
import { PaperForm } from '../parts/paper-form.tsx';
import { toPaperFormDraft, useAssemblyPaper, type PaperFormDraft } from '../paper-queries.ts';
import { buildTemplateSections, paperTemplates } from '../paper-templates.ts';
import { useNow } from '../../../ui/use-now.ts';

/** Edits a new paper, or the sections and rules of a paper that no exam uses yet. */
export function PaperEditPage() {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const navigate = useNavigate();
  const { base, kinds } = usePaperArea();
  const { paperId } = useParams();
  const [params] = useSearchParams();
  const id = paperId === undefined ? null : Number(paperId);
  const paper = useAssemblyPaper(id);
  const nowMs = useNow();

  if (id === null) {
    const initial: PaperFormDraft = {
      name: t('defaultName', { date: formatDate(nowMs) }),
      kind: kinds[0],
      category: params.get('category') ?? '',
      sections: buildTemplateSections(paperTemplates.templateShort, (type) => code(`sectionType.${type}`)),
      rules: { layout: 'one', shuffleQuestions: true, shuffleOptions: true, passPoints: 60, minutes: 90, bank: 'school', maxShared: 0 },
    };
    return <PaperForm key="new" saved={null} initial={initial} typeFallback={sectionType.single} />;
  }
  if (paper.data === undefined)
    return (
      <LoadingState query={paper}>
        <FormSkeleton />
      </LoadingState>
    );
  if (paper.data.status === paperStatus.organised) {
    return (
      <ErrorState
        title={t('organisedNotice')}
        action={<Button onClick={() => void navigate(`${base}/paper-form/${id}`)}>{t('view')}</Button>}
      >
        <p>{t('organisedText')}</p>
        <p className="mt-2">
          {paper.data.plans.map((plan) => (
            <Link
              key={plan.id}
              className="mx-1.5 text-primary underline-offset-4 hover:underline"
              to={`/teacher/exam/exam-plan/item/${plan.id}`}
            >
              {plan.name}
            </Link>
          ))}
        </p>
      </ErrorState>
    );
  }
  return (
    <PaperForm
      key={id}
      saved={{ id, version: paper.data.version, drawn: paper.data.status === paperStatus.assembled }}
      initial={toPaperFormDraft(paper.data)}
      typeFallback={sectionType.single}
    />
  );
}

function FormSkeleton() {
  return (
    <div className="flex flex-col gap-3.5">
      <Skeleton className="h-9 w-64" />
      <div className="grid gap-3.5 lg:grid-cols-[1fr_300px]">
        <Skeleton className="h-96 rounded-xl" />
        <Skeleton className="h-96 rounded-xl" />
      </div>
    </div>
  );
}

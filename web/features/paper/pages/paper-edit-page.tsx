import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { paperStatus, sectionType } from '../../../../sync/contract/codes.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/notice.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { usePaperArea } from '../paper-area.ts';
import { PaperForm } from '../parts/paper-form.tsx';
import { usePaper, type PaperDraft } from '../paper-queries.ts';
import { sectionsOf, templates } from '../paper-templates.ts';

/** A new paper, or the sections and rules of one that no exam uses yet. */
export function PaperEditPage() {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const navigate = useNavigate();
  const { base, kinds } = usePaperArea();
  const { paperId } = useParams();
  const [params] = useSearchParams();
  const id = paperId === undefined ? null : Number(paperId);
  const [reading, setReading] = useState(0);
  const paper = usePaper(id);

  if (id === null) {
    const initial: PaperDraft = {
      name: t('defaultName', { date: formatDate(Date.now()) }),
      kind: kinds[0],
      category: params.get('category') ?? '',
      sections: sectionsOf(templates.templateShort, (type) => code(`sectionType.${type}`)),
      rules: { layout: 'one', shuffleQuestions: true, shuffleOptions: true, passPoints: 60, minutes: 90, bank: 'school', maxShared: 0 },
    };
    return <PaperForm key="new" saved={null} initial={initial} typeFallback={sectionType.single} />;
  }
  if (paper.error !== null) return <QueryFailure error={paper.error} onRetry={() => void paper.refetch()} />;
  if (paper.data === undefined) return <FormSkeleton />;
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
  const { name, kind, category, rules } = paper.data;
  const sections = paper.data.sections.map(({ questions: _questions, ...section }) => section);
  return (
    <PaperForm
      // Begun anew only when asked: a paper that is read again meanwhile must not slip its version under what is typed.
      key={`${id}.${reading}`}
      onReload={() => setReading(reading + 1)}
      saved={{ id, version: paper.data.version, drawn: paper.data.status === paperStatus.assembled }}
      initial={{ name, kind, category, sections, rules }}
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

import { Link } from 'react-router-dom';
import { useTranslation } from '../../../lib/i18n.ts';
import { heldInExam } from '../../../../sync/contract/learning/assignment.ts';
import type { AssignedKind } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';

/** Lists the questions for which a paper could not be set, because an exam holds them, each with a link to replace it in the paper. */
export function HeldQuestionList({ error, kind }: { error: Error | null; kind: AssignedKind }) {
  const { t } = useTranslation('task');
  const parsed = error instanceof CallFailure ? heldInExam.safeParse(error.data) : undefined;
  if (parsed?.success !== true) return null;
  const { paperId, count, items } = parsed.data;
  const several = items.some(({ variant }) => variant !== 'A');
  return (
    <Panel title={t('heldTitle', { count })} bodyClassName="flex flex-col px-4 py-1">
      <ul className="divide-y text-sm">
        {items.map(({ questionId, variant, number, stem, exams }) => (
          <li key={questionId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="num shrink-0 text-muted-foreground">{t(several ? 'heldPlace' : 'heldNumber', { variant, number })}</span>
            <span className="min-w-0 grow">
              {stem}
              <span className="block text-[13px] text-muted-foreground">
                {exams.length === 0 ? t('heldByOthers') : t('heldBy', { exams: exams.join(t('heldJoin')) })}
              </span>
            </span>
            <Button asChild size="sm">
              <Link to={`/teacher/${kind}/paper-form/${paperId}?question=${questionId}`}>{t('heldSwap')}</Link>
            </Button>
          </li>
        ))}
      </ul>
      {count > items.length && (
        <p className="pt-1 pb-2 text-[13px] text-muted-foreground">{t('heldMore', { count: count - items.length })}</p>
      )}
      <p className="border-t py-2 text-[13px] text-muted-foreground">{t('heldHelp')}</p>
    </Panel>
  );
}

import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import type { PracticeQuestion } from '../../../../sync/contract/learning/exercise.ts';
import type { PracticePaper } from '../../../../sync/contract/learning/practice-own.ts';
import type { PracticePack } from '../../../platform/practice/practice-cache.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { listDrawableQuestions, drawQuestions, listOwnPapers, computeRecordVersion } from '../own-paper.ts';
import { ScheduleSittingDialog } from '../parts/schedule-sitting-dialog.tsx';
import { PracticeLoader } from '../parts/practice-loader.tsx';
import type { PracticeState } from '../use-practice.ts';

const area = '/student/exercises/paper';

/** Shows the questions of the learner's own practice paper; redraws the paper or replaces one question. /student/exercises/paper/paper-form/{id} */
export function OwnPaperPage() {
  const { t } = useTranslation('exercise');
  const { id } = useParams();
  return (
    <PracticeLoader>
      {(practice) => {
        const paper = listOwnPapers(practice.own).find((each) => each.id === id);
        return paper ? <Paper practice={practice} paper={paper} /> : <EmptyState title={t('noPaper')}>{t('noPaperText')}</EmptyState>;
      }}
    </PracticeLoader>
  );
}

function Paper({ practice, paper }: { practice: PracticeState & { pack: PracticePack }; paper: PracticePaper }) {
  const { t } = useTranslation(['exercise', 'words']);
  const { t: code } = useTranslation('codes');
  const [sitting, setSitting] = useState(false);
  const [busy, setBusy] = useState(false);
  const questionById = new Map(practice.pack.questions.map((question) => [question.id, question]));
  const paperQuestions = paper.questionIds.flatMap((id) => questionById.get(id) ?? []);
  const drawableQuestions = listDrawableQuestions(practice.pack.questions, practice.answers, practice.own.stars, paper.draw);
  const otherQuestions = drawableQuestions.filter(({ id }) => !paper.questionIds.includes(id));
  const save = async (questionIds: number[]) => {
    setBusy(true);
    await practice.storeOwn({ papers: [{ ...paper, questionIds, changedMs: computeRecordVersion(paper) }] }).finally(() => setBusy(false));
  };
  const swap = (question: PracticeQuestion) => {
    // Prefer a replacement of the same type.
    const alike = otherQuestions.filter(({ type }) => type === question.type);
    const [next] = drawQuestions(alike.length > 0 ? alike : otherQuestions, 1, Math.random);
    if (next !== undefined) void save(paper.questionIds.map((id) => (id === question.id ? next : id)));
  };
  const sections = [...Map.groupBy(paperQuestions, ({ type }) => type)].toSorted(([a], [b]) => a - b);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={paper.name}
        description={[t('thereAre', { count: paper.questionIds.length }), t(`from.${paper.draw.from}`), paper.category]
          .filter((text) => text !== '')
          .join(' · ')}
        actions={
          <>
            <LinkButton to={`${area}/create/${paper.id}`}>{t('words:taskEdit')}</LinkButton>
            <Button
              busy={busy}
              disabled={drawableQuestions.length === 0}
              onClick={() => void save(drawQuestions(drawableQuestions, paper.draw.count, Math.random))}
            >
              {t('drawAgain')}
            </Button>
            <Button variant="primary" disabled={paperQuestions.length === 0} onClick={() => setSitting(true)}>
              {t('sit')}
            </Button>
          </>
        }
      />
      {paperQuestions.length < paper.questionIds.length && (
        <Strip tone="kept">{t('putAside', { count: paper.questionIds.length - paperQuestions.length })}</Strip>
      )}
      {sections.map(([type, questions]) => (
        <Panel
          key={type}
          title={code(`sectionType.${type}`)}
          aside={<span className="num text-[13px] text-muted-foreground">{t('thereAre', { count: questions.length })}</span>}
        >
          <ol>
            {questions.map((question) => (
              <li key={question.id} className="flex items-start gap-3 border-b px-4 py-2.5 last:border-b-0">
                <span className="num w-7 shrink-0 text-right text-muted-foreground">{paperQuestions.indexOf(question) + 1}</span>
                <RichText html={question.stem} className="min-w-0 grow" />
                <span className="flex shrink-0 gap-1">
                  <Button
                    size="sm"
                    disabled={busy || otherQuestions.length === 0}
                    aria-label={t('swapNo', { n: paperQuestions.indexOf(question) + 1 })}
                    onClick={() => swap(question)}
                  >
                    {t('swap')}
                  </Button>
                  <Button
                    size="sm"
                    variant="ghost"
                    disabled={busy || paper.questionIds.length < 2}
                    aria-label={t('takeOutNo', { n: paperQuestions.indexOf(question) + 1 })}
                    onClick={() => void save(paper.questionIds.filter((id) => id !== question.id))}
                  >
                    {t('takeOut')}
                  </Button>
                </span>
              </li>
            ))}
          </ol>
        </Panel>
      ))}
      {sitting && (
        <ScheduleSittingDialog
          papers={[paper]}
          paperId={paper.id}
          storeSitting={(made) => practice.storeOwn({ sittings: [made] })}
          onClose={() => setSitting(false)}
        />
      )}
    </div>
  );
}

import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import type { PracticeSitting } from '../../../../sync/contract/learning/practice-own.ts';
import { derivePracticeSitting } from '../../../../sync/domain/learning/practice-own.ts';
import { formatPercent } from '../../../lib/format-number.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import type { PracticePack } from '../../../platform/practice/practice-cache.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { QuestionView } from '../../../entities/question/question-view.tsx';
import { listOwnSittings, computeRecordVersion } from '../own-paper.ts';
import { StageChip } from '../parts/stage-chip.tsx';
import { PracticeLoader } from '../parts/practice-loader.tsx';
import type { PracticeState } from '../use-practice.ts';
import { useNow } from '../../../ui/use-now.ts';

interface SheetProps {
  practice: PracticeState & { pack: PracticePack };
  sitting: PracticeSitting;
  /** True to show the answer keys and analyses with the questions. */
  withKeys: boolean;
}

function Sheet({ practice, sitting, withKeys }: SheetProps) {
  const { t } = useTranslation(['exercise', 'words']);
  const { t: code } = useTranslation('codes');
  const [ending, setEnding] = useState(false);
  const nowMs = useNow();
  const { stage, judged, right, firstMs, lastMs } = derivePracticeSitting(sitting, practice.answers, nowMs);
  const questionById = new Map(practice.pack.questions.map((question) => [question.id, question]));
  const total = sitting.questionIds.length;
  const others = listOwnSittings(practice.own)
    .filter(({ paperId }) => paperId === sitting.paperId)
    .map((each) => ({ each, standing: derivePracticeSitting(each, practice.answers, nowMs) }))
    .filter(({ standing }) => standing.stage === 'ended');
  const best = Math.max(0, ...others.map(({ each, standing }) => standing.right / each.questionIds.length));
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={sitting.name}
        titleExtra={<StageChip stage={stage} />}
        description={t('plannedFor', { when: formatDateTime(sitting.plannedMs) })}
        actions={
          stage === 'ended' ? (
            !withKeys && (
              <LinkButton variant="primary" to={`/student/exercises/paper/exam-plan/score/${sitting.id}`}>
                {t('toScore')}
              </LinkButton>
            )
          ) : (
            <>
              {stage === 'running' && <Button onClick={() => setEnding(true)}>{t('end')}</Button>}
              <LinkButton variant="primary" to={`/student/exercises/item/0?sitting=${sitting.id}`}>
                {t(stage === 'planned' ? 'begin' : 'goOn')}
              </LinkButton>
            </>
          )
        }
      />
      <FigureStrip
        figures={[
          { label: t('words:answered'), value: judged.size, note: `/ ${total}` },
          { label: t('rightCount'), value: right, note: formatPercent(right / total) },
          {
            label: t('used'),
            value: firstMs === null || lastMs === null ? '–' : t('usedMinutes', { n: Math.ceil((lastMs - firstMs) / 60_000) }),
          },
          { label: t('bestOf', { count: others.length }), value: others.length === 0 ? '–' : formatPercent(best) },
        ]}
      />
      <Panel title={t('byQuestion')}>
        <ol>
          {sitting.questionIds.map((id, at) => {
            const question = questionById.get(id);
            const result = judged.get(id);
            return (
              <li key={id} className="flex items-start gap-3 border-b px-4 py-2.5 last:border-b-0">
                <span className="num w-7 shrink-0 text-right text-muted-foreground">{at + 1}</span>
                <div className="min-w-0 grow">
                  {question ? (
                    <>
                      <span className="text-[13px] text-muted-foreground">{code(`sectionType.${question.type}`)}</span>
                      <QuestionView question={withKeys ? question : { stem: question.stem, options: [] }} />
                    </>
                  ) : (
                    <span className="text-muted-foreground">{t('notHere')}</span>
                  )}
                </div>
                <Chip
                  tone={result === undefined ? 'neutral' : result ? 'delivered' : 'seal'}
                  mark={result === undefined ? 'ring' : result ? 'dot' : 'square'}
                >
                  {t(result === undefined ? 'notAnswered' : result ? 'right' : 'wrong')}
                </Chip>
              </li>
            );
          })}
        </ol>
      </Panel>
      {ending && (
        <ConfirmDialog
          title={t('endTitle')}
          confirm={t('end')}
          tone="seal"
          run={() => practice.storeOwn({ sittings: [{ ...sitting, endedMs: Date.now(), changedMs: computeRecordVersion(sitting) }] })}
          onClose={() => setEnding(false)}
        >
          {t('endText', { count: total - judged.size })}
        </ConfirmDialog>
      )}
    </div>
  );
}

function OwnSitting({ withKeys }: { withKeys: boolean }) {
  const { t } = useTranslation('exercise');
  const nowMs = useNow();
  const { id } = useParams();
  return (
    <PracticeLoader>
      {(practice) => {
        const sitting = listOwnSittings(practice.own).find((each) => each.id === id);
        if (!sitting) return <EmptyState title={t('noSitting')}>{t('noSittingText')}</EmptyState>;
        // Answer keys stay hidden until the sitting has ended.
        const ended = derivePracticeSitting(sitting, practice.answers, nowMs).stage === 'ended';
        return <Sheet practice={practice} sitting={sitting} withKeys={withKeys && ended} />;
      }}
    </PracticeLoader>
  );
}

/** Shows the answers of one sitting. /student/exercises/paper/exam-plan/user/{id} */
export const OwnUserSheetPage = () => <OwnSitting withKeys={false} />;
/** Shows the answers of one sitting with keys and analyses, once the sitting has ended. /student/exercises/paper/exam-plan/score/{id} */
export const OwnScoreSheetPage = () => <OwnSitting withKeys />;

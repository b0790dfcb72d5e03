import { useTranslation } from '../../../../lib/i18n.ts';
import { formatFigure } from '../../../../lib/format-number.ts';
import { FigureStrip } from '../../../../ui/primitives/panel.tsx';
import { estimateMinutes, computeMeanEase, countSectionQuestions, computeTargetEase } from '../../paper-figures.ts';
import { countSharedQuestions } from '../../paper-moves.ts';
import type { Paper } from '../../paper-queries.ts';
import type { PaperAssemblyEditor } from '../../use-paper-assembly-editor.ts';

/** Compares the figures of the paper with its targets. */
export function AssemblyFigures({ paper, desk, variant }: { paper: Paper; desk: PaperAssemblyEditor; variant: number }) {
  const { t } = useTranslation('paper');
  const entries = desk.variants[variant]?.sections ?? [];
  const questions = entries.map((list) => list.flatMap((entry) => desk.bodies.get(entry.id) ?? []));
  const points = paper.sections.reduce((sum, section, at) => sum + section.pointsEach * (entries[at]?.length ?? 0), 0);
  const ease = computeMeanEase(paper.sections, questions);
  const target = computeTargetEase(desk.blueprint?.difficulty ?? null);
  return (
    <FigureStrip
      figures={[
        { label: t('questionCount'), value: entries.flat().length, note: `/ ${countSectionQuestions(paper.sections)}` },
        { label: t('totalPoints'), value: points, note: `/ ${paper.totalPoints}` },
        {
          label: t('estimated'),
          value: ease === null ? '–' : formatFigure(ease),
          note: target === null ? t('estimatedNote') : t('targetEase', { n: formatFigure(target) }),
        },
        { label: t('estimatedTime'), value: estimateMinutes(paper.sections), note: t('ofMinutes', { n: paper.rules.minutes }) },
        ...(desk.variants.length > 1
          ? [{ label: t('sharedCount'), value: countSharedQuestions(desk.variants), note: t('sharedNote', { n: paper.rules.maxShared }) }]
          : []),
        { label: t('usedBefore'), value: questions.flat().filter((one) => one.usedCount > 0).length, note: t('usedNote') },
      ]}
    />
  );
}

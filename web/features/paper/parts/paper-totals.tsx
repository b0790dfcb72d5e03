import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { FigureStrip } from '../../../ui/primitives/panel.tsx';
import { countSectionQuestions, computeTotalPoints } from '../paper-figures.ts';
import type { PaperFormDraft } from '../paper-queries.ts';

/** Shows the totals of the paper while its sections are edited. */
export function PaperTotals() {
  const { t } = useTranslation('paper');
  const { control } = useFormContext<PaperFormDraft>();
  const sections = useWatch({ control, name: 'sections' });
  return (
    <FigureStrip
      figures={[
        { label: t('questionCount'), value: countSectionQuestions(sections) },
        { label: t('totalPoints'), value: computeTotalPoints(sections) },
        { label: t('sectionCount'), value: sections.length },
      ]}
    />
  );
}

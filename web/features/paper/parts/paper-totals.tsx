import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { FigureStrip } from '../../../ui/panel.tsx';
import { questionCount, totalPoints } from '../paper-figures.ts';
import type { PaperDraft } from '../paper-queries.ts';

/** Shows the totals of the paper while its sections are edited. */
export function PaperTotals() {
  const { t } = useTranslation('paper');
  const { control } = useFormContext<PaperDraft>();
  const sections = useWatch({ control, name: 'sections' });
  return (
    <FigureStrip
      figures={[
        { label: t('questionCount'), value: questionCount(sections) },
        { label: t('totalPoints'), value: totalPoints(sections) },
        { label: t('sectionCount'), value: sections.length },
      ]}
    />
  );
}

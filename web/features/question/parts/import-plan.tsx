import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FigureStrip, Panel } from '../../../ui/panel.tsx';
import { Radio, RadioGroup } from '../../../ui/radio-group.tsx';
import { Strip } from '../../../ui/strip.tsx';
import type { ImportPreview } from '../question-queries.ts';

export interface ImportChoice {
  readonly mode: 'good' | 'all';
  readonly skipDuplicates: boolean;
}

interface ImportPlanProps {
  preview: ImportPreview;
  choice: ImportChoice;
  onChange: (choice: ImportChoice) => void;
}

/** What is in the file, and what to do with its faulty and repeated rows. */
export function ImportPlan({ preview, choice, onChange }: ImportPlanProps) {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  const id = useId();
  const unit = t('rowUnit');
  const warned = preview.rows.filter((row) => row.warnings.length > 0).length;
  const colour = (count: number, look: string) => <span className={count > 0 ? look : ''}>{count}</span>;
  return (
    <>
      <FigureStrip
        figures={[
          { label: t('rows'), value: preview.rows.length, note: unit },
          {
            label: t('good'),
            value: colour(preview.good, 'text-delivered'),
            note: preview.byType.map((each) => `${code(`sectionType.${each.type}`)} ${each.count}`).join(' · '),
          },
          { label: t('faulty'), value: colour(preview.faulty, 'text-seal'), note: unit },
          { label: t('warned'), value: colour(warned, 'text-kept-ink'), note: unit },
          { label: t('duplicates'), value: preview.duplicates.length, note: unit },
        ]}
      />
      {(preview.faulty > 0 || preview.duplicates.length > 0) && (
        <Panel bodyClassName="flex flex-wrap items-start gap-x-10 gap-y-3 px-4 py-3.5">
          {preview.faulty > 0 && (
            <RadioGroup
              aria-label={t('modeLabel')}
              value={choice.mode}
              onValueChange={(mode) => onChange({ ...choice, mode: mode === 'all' ? 'all' : 'good' })}
            >
              <Radio value="good" label={t('modeGood')} hint={t('modeGoodHint', { count: preview.faulty })} />
              <Radio value="all" label={t('modeAll')} hint={t('modeAllHint')} />
            </RadioGroup>
          )}
          {preview.duplicates.length > 0 && (
            <span className="flex items-center gap-2">
              <Checkbox
                id={id}
                checked={choice.skipDuplicates}
                onCheckedChange={(on) => onChange({ ...choice, skipDuplicates: on === true })}
              />
              <label htmlFor={id}>{t('skipDuplicates', { count: preview.duplicates.length })}</label>
            </span>
          )}
        </Panel>
      )}
      {choice.mode === 'all' && preview.faulty > 0 && <Strip tone="seal">{t('allBlocked', { count: preview.faulty })}</Strip>}
      {preview.good === 0 && <Strip tone="seal">{t('nothingToImport')}</Strip>}
    </>
  );
}

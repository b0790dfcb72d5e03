import { useId } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Chip, ChipMark } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { PreviewCounts } from './import-rows.ts';
import { useSubmittedStatus } from '../question-queries.ts';

export interface ImportChoice {
  readonly mode: 'good' | 'all';
  readonly skipDuplicates: boolean;
  /** Import rows with warnings too. */
  readonly doubtful: boolean;
  /** Store the questions as drafts instead of handing them in. */
  readonly draft: boolean;
}

interface ImportPlanProps {
  counts: PreviewCounts;
  choice: ImportChoice;
  onChange: (choice: ImportChoice) => void;
}

const states = [
  ['good', 'text-delivered', 'dot'],
  ['doubtful', 'text-kept-ink', 'ring'],
  ['faulty', 'text-seal', 'square'],
] as const;

/** Shows the number of questions by type, and the options for faulty and duplicate rows. */
export function ImportPlan({ counts, choice, onChange }: ImportPlanProps) {
  const { t } = useTranslation('questionFile');
  const { t: words } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  const becomes = useSubmittedStatus();
  return (
    <>
      <Panel bodyClassName="flex flex-wrap items-center gap-x-8 gap-y-2.5 px-4 py-3">
        <p className="num flex flex-wrap items-center gap-1.5 text-sm">
          <span className="mr-1 font-medium">{t('rowsOf', { count: counts.all })}</span>
          {states.map(
            ([name, colour, shape]) =>
              counts[name] > 0 && (
                <span key={name} className={`mr-1.5 ${colour}`}>
                  <ChipMark shape={shape} className="mr-1.5 mb-px" />
                  {t(`state.${name}`, { count: counts[name] })}
                </span>
              ),
          )}
          {counts.byType.map(([type, count]) => (
            <Chip key={type}>
              {code(`sectionType.${type}`)} {count}
            </Chip>
          ))}
        </p>
        {counts.faulty > 0 && (
          <RadioGroup
            aria-label={t('modeLabel')}
            value={choice.mode}
            onValueChange={(mode) => onChange({ ...choice, mode: mode === 'all' ? 'all' : 'good' })}
          >
            <Radio value="good" label={t('modeGood', { count: counts.faulty })} />
            <Radio value="all" label={t('modeAll')} />
          </RadioGroup>
        )}
        {counts.doubtful > 0 && (
          <Tick
            on={choice.doubtful}
            onChange={(doubtful) => onChange({ ...choice, doubtful })}
            label={t('withDoubtful', { count: counts.doubtful })}
          />
        )}
        {counts.same > 0 && (
          <Tick
            on={choice.skipDuplicates}
            onChange={(skipDuplicates) => onChange({ ...choice, skipDuplicates })}
            label={t('skipDuplicates', { count: counts.same })}
          />
        )}
        <Tick on={choice.draft} onChange={(draft) => onChange({ ...choice, draft })} label={t('asDraft')} />
        <p className="basis-full text-[13px] text-muted-foreground">{words(`handInRule.${becomes}`)}</p>
      </Panel>
      {choice.mode === 'all' && counts.faulty > 0 && <Strip tone="seal">{t('allBlocked', { count: counts.faulty })}</Strip>}
      {counts.good + counts.doubtful === 0 && <Strip tone="seal">{t(counts.all === 0 ? 'noQuestions' : 'nothingGood')}</Strip>}
      {counts.good === 0 && counts.doubtful > 0 && !choice.doubtful && <Strip tone="kept">{t('onlyDoubtful')}</Strip>}
      {counts.same > 0 && counts.good + counts.doubtful === counts.same && choice.skipDuplicates && (
        <Strip tone="kept">{t('allThere')}</Strip>
      )}
    </>
  );
}

function Tick({ on, onChange, label }: { on: boolean; onChange: (on: boolean) => void; label: string }) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-sm">
      <Checkbox id={id} checked={on} onCheckedChange={(next) => onChange(next === true)} />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}

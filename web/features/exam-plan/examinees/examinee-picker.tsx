import { CircleAlert } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/primitives/tabs.tsx';
import type { PickProps } from './pick-props.ts';
import { PickByClass } from './pick-by-class.tsx';
import { PickFromList } from './pick-from-list.tsx';
import { PickFromSheet } from './pick-from-sheet.tsx';
import { PickResits } from './pick-resits.tsx';

interface ExamineePickerProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  problem: string | undefined;
}

/** Chooses the examinees by class, from the list of all, or from an uploaded sheet. All three add to one selection. */
export function ExamineePicker({ chosen, onChange, problem }: ExamineePickerProps) {
  const { t } = useTranslation('examPlan');
  const { t: say } = useTranslation('planPart');
  const put: PickProps['put'] = (ids, on) => {
    const those = new Set(ids);
    if (on) onChange([...new Set([...chosen, ...those])]);
    else onChange(chosen.filter((id) => !those.has(id)));
  };
  return (
    <section id="people" aria-label={t('picker')} className="scroll-mt-4 flex min-w-0 flex-col gap-3">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="text-base font-semibold">{t('picker')}</h2>
        <span role="status">
          <Chip tone={chosen.length === 0 ? 'neutral' : 'primary'} mark={chosen.length === 0 ? 'ring' : 'dot'} className="num">
            {t('pickedCount', { count: chosen.length })}
          </Chip>
        </span>
        {chosen.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => onChange([])}>
            {t('clearPicked')}
          </Button>
        )}
        {problem !== undefined && (
          <p role="alert" className="flex items-center gap-1.5 text-[13px] text-seal">
            <CircleAlert aria-hidden className="size-3.5" />
            {problem}
          </p>
        )}
      </div>
      <Tabs defaultValue="class" className="flex min-w-0 flex-col gap-3">
        <TabsList aria-label={t('pickWays')}>
          <TabsTrigger value="class">{t('pickByClass')}</TabsTrigger>
          <TabsTrigger value="list">{t('pickFromList')}</TabsTrigger>
          <TabsTrigger value="sheet">{t('pickFromSheet')}</TabsTrigger>
          <TabsTrigger value="resits">{say('resitTab')}</TabsTrigger>
        </TabsList>
        <TabsContent value="class">
          <PickByClass chosen={chosen} put={put} />
        </TabsContent>
        <TabsContent value="resits">
          <PickResits chosen={chosen} put={put} />
        </TabsContent>
        <TabsContent value="list">
          <PickFromList chosen={chosen} put={put} />
        </TabsContent>
        {/* Stays mounted, so that a read file is kept while the user looks at another tab. */}
        <TabsContent value="sheet" forceMount className="data-[state=inactive]:hidden">
          <PickFromSheet chosen={chosen} put={put} />
        </TabsContent>
      </Tabs>
    </section>
  );
}

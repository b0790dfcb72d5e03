import { useContext, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { dropDraft, readDraft, writeDraft } from '../../../lib/draft/draft.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { MemoryOwnerContext } from '../../../ui/list/table-memory.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import { listChangedAnswers, hasTypedAnswer, type PaperSheetData, type TypedSheetAnswers } from './sheet-view.ts';
import { SheetQuestion } from './sheet-question.tsx';
import { useLatest } from '../../../ui/use-latest.ts';

/** Stores the unsaved answers of a sheet on this PC, or deletes their draft if there are none. */
function storeTyped(place: string, typed: TypedSheetAnswers): void {
  if (Object.keys(typed).length === 0) dropDraft(place);
  else writeDraft(place, { savedMs: Date.now(), value: typed });
}

/** Takes the answers from a paper sheet. Input stays on this PC until it is saved; saving twice writes it once. */
export function SheetForm({ sheet, no }: { sheet: PaperSheetData; no: number }) {
  const { t } = useTranslation('sheet');
  const invalidate = useInvalidate();
  const { planId, userId, items } = sheet;
  const place = `${useContext(MemoryOwnerContext)}.sheet.${planId}.${userId}.${no}`;
  const [typed, setTyped] = useState<TypedSheetAnswers>(() => readDraft<TypedSheetAnswers>(place)?.value ?? {});
  const [onlyOpen, setOnlyOpen] = useState(false);
  const changed = listChangedAnswers(items, typed);
  const typedRef = useLatest(typed);
  const keep = (next: TypedSheetAnswers): void => {
    typedRef.current = next;
    setTyped(next);
    storeTyped(place, next);
  };
  const enter = useAction({
    mutationFn: (answers: { itemId: string; value: string[] }[]) => makeCall('/exam/enterSheet', { planId, userId, sheet: no, answers }),
    onSuccess: async ({ written }, sent) => {
      await invalidate(...planCallPrefixes);
      // Drop the saved answers; answers typed after the save was sent stay unsaved.
      const held = new Map(sent.map(({ itemId, value }) => [itemId, value.join('\n')]));
      keep(Object.fromEntries(Object.entries(typedRef.current).filter(([itemId, value]) => held.get(itemId) !== value.join('\n'))));
      toast.success(written > 0 ? t('saved', { n: written }) : t('savedNone'));
    },
  });
  const shown = onlyOpen ? items.filter(({ itemId, value }) => !hasTypedAnswer(value) || typed[itemId] !== undefined) : items;
  return (
    <Panel
      title={t('enter')}
      aside={
        <label className="flex items-center gap-2 text-[13px]">
          <Switch checked={onlyOpen} onCheckedChange={setOnlyOpen} />
          {t('onlyOpen')}
        </label>
      }
    >
      <p className="px-4 pt-3 text-[13px] leading-relaxed text-muted-foreground">{t('typeHint')}</p>
      <ol className="divide-y">
        {shown.map((item) => (
          <li key={item.itemId} className="flex flex-col gap-2.5 px-4 py-3.5">
            <SheetQuestion
              item={item}
              value={typed[item.itemId] ?? item.value}
              onChange={(value) => keep({ ...typedRef.current, [item.itemId]: value })}
              aside={
                changed.some(({ itemId }) => itemId === item.itemId) ? (
                  <Chip tone="kept" mark="ring">
                    {t('changed')}
                  </Chip>
                ) : hasTypedAnswer(item.value) ? (
                  <Chip tone="delivered" mark="dot">
                    {t('answered')}
                  </Chip>
                ) : null
              }
            />
          </li>
        ))}
      </ol>
      <div className="sticky bottom-0 flex justify-end border-t bg-card px-4 py-3">
        <Button variant="primary" busy={enter.isPending} disabled={changed.length === 0} onClick={() => enter.mutate(changed)}>
          {t('save', { n: changed.length })}
        </Button>
      </div>
    </Panel>
  );
}

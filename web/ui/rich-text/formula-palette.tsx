import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { findFormulaAt } from '../../lib/formula-places.ts';
import { cn } from '../../lib/cn.ts';
import { formulaGroups, type FormulaGroup, type FormulaTemplate, formulaTemplates } from './formula-palette-table.ts';
import { Popover } from '../primitives/popover.tsx';
import { RichText } from './rich-text.tsx';

/** Inserts a formula template and selects its placeholder. Adds dollar signs unless the caret is inside a formula. */
export function insertFormula(editor: Editor, [before, chosen, after]: FormulaTemplate): void {
  const { from, to, $from } = editor.state.selection;
  const text = $from.parent.textBetween(0, $from.parent.content.size, undefined, '\ufffc');
  const dollar = findFormulaAt(text, $from.parentOffset) === undefined ? '$' : '';
  const typed = editor.state.doc.textBetween(from, to);
  const inside = chosen !== '' && typed !== '' ? typed : chosen;
  const start = from + dollar.length + before.length;
  editor
    .chain()
    .focus()
    .insertContentAt({ from, to }, { type: 'text', text: `${dollar}${before}${inside}${after}${dollar}` })
    .setTextSelection({ from: start, to: start + inside.length })
    .run();
}

const step: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Renders a palette of common formulas, for mouse or for Tab and arrow keys. */
export function FormulaPalette({ editor, children }: { editor: Editor; children: ReactNode }) {
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState(false);
  const [group, setGroup] = useState<FormulaGroup>('structure');
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const by = step[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    const at = buttons.indexOf(event.target as HTMLElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };
  return (
    <Popover open={open} onOpenChange={setOpen} trigger={children} label={t('formulas')} className="w-[min(30rem,calc(100vw-2rem))] p-2.5">
      <div role="group" aria-label={t('formulaKinds')} className="mb-2 flex flex-wrap gap-1" onKeyDown={walk}>
        {formulaGroups.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === group}
            onClick={() => setGroup(each)}
            className="rounded-md px-2 py-1 text-[13px] text-muted-foreground hover:bg-muted aria-pressed:bg-primary-soft aria-pressed:font-semibold aria-pressed:text-accent-foreground"
          >
            {t(`formulaGroup.${each}`)}
          </button>
        ))}
      </div>
      <div role="group" aria-label={t(`formulaGroup.${group}`)} className="flex flex-wrap gap-1" onKeyDown={walk}>
        {formulaTemplates[group].map((piece) => {
          const source = piece.join('');
          return (
            <button
              key={source}
              type="button"
              aria-label={source}
              title={source}
              onClick={() => {
                insertFormula(editor, piece);
                setOpen(false);
              }}
              className={cn(
                'grid min-h-10 min-w-11 place-items-center rounded-md border px-2 py-1 hover:bg-muted',
                group === 'matrices' && 'min-h-14 min-w-20',
              )}
            >
              <RichText html={`$${source.replace(/&/g, '&amp;')}$`} inline />
            </button>
          );
        })}
      </div>
      <p className="mt-2 text-[12.5px] text-muted-foreground">{t('formulaHint')}</p>
    </Popover>
  );
}

import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { type FindErrorAt, FieldErrorNote } from './field-error-note.tsx';
import type { QuestionFormValues } from '../question-form-values.ts';
import { CompactRichTextField } from './compact-rich.tsx';

const mostOptions = 8;
const mostPairs = 16;

/**
 * Returns the first fault of the options or the answer key. The rows are in another order than the stored options, so the fault is shown below all
 * rows.
 */
const placeFault = (faultAt: FindErrorAt): string | undefined => faultAt('options') ?? faultAt('key');

/** Returns the fields of the rows: text inputs, and editors of rich content. */
const listFields = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('input:not([type=file]), [role=textbox]') ?? []),
];

/** Makes the handler of Enter in a row: it moves the focus to the next field, and adds a row behind the last one. */
const useEnter = (append: () => void) => {
  const list = useRef<HTMLOListElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter during composition of a Chinese word belongs to the input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const at = listFields(list.current).indexOf(event.currentTarget);
    // Render first. Otherwise a fast typist's next key would go to the previous line.
    if (at === listFields(list.current).length - 1 && event.currentTarget.value !== '') flushSync(append);
    listFields(list.current)[at + 1]?.focus();
  };
  return { list, onKeyDown };
};

/** Edits the options of an ordering question in their right order. */
export function OrderFields({ faultAt }: { faultAt: FindErrorAt }) {
  const { t } = useTranslation(['question', 'ui']);
  const form = useFormContext<QuestionFormValues>();
  const steps = useFieldArray({ control: form.control, name: 'steps' });
  const append = () => {
    if (steps.fields.length < mostOptions) steps.append({ html: '', letter: '' }, { shouldFocus: false });
  };
  const { list, onKeyDown } = useEnter(append);
  return (
    <Panel
      title={t('ui:order')}
      aside={<span className="text-[13px] text-muted-foreground">{t('orderHint')}</span>}
      bodyClassName="flex flex-col gap-2.5 p-3.5"
    >
      <ol ref={list} className="flex flex-col gap-2.5">
        {steps.fields.map((step, at) => {
          const n = at + 1;
          return (
            <li key={step.id} className="flex items-start gap-2">
              <span className="num w-6 shrink-0 pt-2 text-right text-sm font-semibold">{n}.</span>
              <Controller
                control={form.control}
                name={`steps.${at}.html`}
                render={({ field }) => (
                  <div className="min-w-0 grow">
                    <CompactRichTextField value={field.value} onChange={field.onChange} label={t('step', { n })} onKeyDown={onKeyDown} />
                  </div>
                )}
              />
              <span className="flex shrink-0">
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t('optionUp', { letter: n })}
                  disabled={at === 0}
                  onClick={() => steps.move(at, at - 1)}
                >
                  <ArrowUp />
                </Button>
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t('optionDown', { letter: n })}
                  disabled={n === steps.fields.length}
                  onClick={() => steps.move(at, n)}
                >
                  <ArrowDown />
                </Button>
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t('optionRemove', { letter: n })}
                  disabled={steps.fields.length <= 2}
                  onClick={() => steps.remove(at)}
                >
                  <X />
                </Button>
              </span>
            </li>
          );
        })}
      </ol>
      <FieldErrorNote text={placeFault(faultAt)} />
      <Button repeats size="sm" className="self-start" disabled={steps.fields.length >= mostOptions} onClick={append}>
        <Plus />
        {t('stepAdd')}
      </Button>
    </Panel>
  );
}

/** Edits the pairs of a matching question. A row without a left side is an option that fits none. */
export function PairFields({ faultAt }: { faultAt: FindErrorAt }) {
  const { t } = useTranslation(['question', 'ui']);
  const form = useFormContext<QuestionFormValues>();
  const pairs = useFieldArray({ control: form.control, name: 'pairs' });
  const append = () => {
    if (pairs.fields.length < mostPairs) pairs.append({ left: '', right: '', letter: '' }, { shouldFocus: false });
  };
  const { list, onKeyDown } = useEnter(append);
  return (
    <Panel
      title={t('pairsTitle')}
      aside={<span className="text-[13px] text-muted-foreground">{t('pairsHint')}</span>}
      bodyClassName="flex flex-col gap-2.5 p-3.5"
    >
      <ol ref={list} className="flex flex-col gap-2.5">
        {pairs.fields.map((pair, at) => {
          const n = at + 1;
          return (
            <li key={pair.id} className="flex items-start gap-2">
              <span className="num w-6 shrink-0 pt-2 text-right text-sm font-semibold">{n}.</span>
              <div className="grid min-w-0 grow gap-2 sm:grid-cols-2">
                {(['left', 'right'] as const).map((side) => (
                  <Controller
                    key={side}
                    control={form.control}
                    name={`pairs.${at}.${side}`}
                    render={({ field }) => (
                      <div className="min-w-0">
                        <CompactRichTextField
                          value={field.value}
                          onChange={field.onChange}
                          label={t(side === 'left' ? 'ui:leftItem' : 'ui:leftChoose', { n })}
                          onKeyDown={onKeyDown}
                        />
                      </div>
                    )}
                  />
                ))}
              </div>
              <Button
                size="icon"
                variant="ghost"
                aria-label={t('pairRemove', { n })}
                disabled={pairs.fields.length <= 2}
                onClick={() => pairs.remove(at)}
              >
                <X />
              </Button>
            </li>
          );
        })}
      </ol>
      <FieldErrorNote text={placeFault(faultAt)} />
      <Button repeats size="sm" className="self-start" disabled={pairs.fields.length >= mostPairs} onClick={append}>
        <Plus />
        {t('pairAdd')}
      </Button>
    </Panel>
  );
}

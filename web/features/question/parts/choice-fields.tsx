import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Controller, useFieldArray, type UseFieldArrayReturn, useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { type FindErrorAt, FieldErrorNote } from './field-error-note.tsx';
import type { QuestionFormValues } from '../question-form-values.ts';
import { CompactRichTextField } from './compact-rich.tsx';

interface ChoiceFieldsProps {
  faultAt: FindErrorAt;
  /** Called with text pasted into an option; returns true if it handled the text. */
  onPasteText: (text: string, at: number) => boolean;
}

const mostOptions = 8;

const emptyOption = { html: '', right: false };

/** Edits the options of a choice question and marks the right ones; for a judgement, chooses which of the two is right. */
export function ChoiceFields({ faultAt, onPasteText }: ChoiceFieldsProps) {
  const { t } = useTranslation(['question', 'ui']);
  const form = useFormContext<QuestionFormValues>();
  const type = form.watch('type');
  const isMultiple = type === sectionType.multiple;
  const list = useRef<HTMLOListElement>(null);
  const { options, tick, append, onKey } = useOptions(list, isMultiple);
  if (type === sectionType.judgement) return <TruthField faultAt={faultAt} />;
  return (
    <Panel
      title={t('optionsTitle')}
      aside={
        <span className="text-[13px] text-muted-foreground">
          {t(isMultiple ? 'optionsHintMultiple' : 'optionsHintSingle')}
          <span className="hidden xl:inline"> · {t('optionsKeys')}</span>
        </span>
      }
      bodyClassName="flex flex-col gap-2.5 p-3.5"
    >
      <ol ref={list} className="flex flex-col gap-2.5">
        {options.fields.map((option, at) => (
          <OptionRow
            key={option.id}
            at={at}
            isMultiple={isMultiple}
            options={options}
            fault={faultAt(`options.${at}`)}
            onTick={(on) => tick(at, on)}
            onPasteText={(text) => onPasteText(text, at)}
            onKeyDown={(event) => onKey(event, at)}
          />
        ))}
      </ol>
      <FieldErrorNote
        text={
          (faultAt('key') && form.getValues('options').every((option) => !option.right) ? t('rightMissing') : faultAt('key')) ??
          faultAt('options', true)
        }
      />
      <Button repeats size="sm" className="self-start" disabled={options.fields.length >= mostOptions} onClick={append}>
        <Plus />
        {t('optionAdd')}
      </Button>
    </Panel>
  );
}

/** Edits the options with mouse and keyboard. `list` is the element that holds their fields. */
function useOptions(list: RefObject<HTMLOListElement | null>, isMultiple: boolean) {
  const form = useFormContext<QuestionFormValues>();
  const options = useFieldArray({ control: form.control, name: 'options' });
  const tick = (at: number, on: boolean) => {
    for (const [other] of options.fields.entries()) {
      if (other === at) form.setValue(`options.${other}.right`, on, { shouldDirty: true });
      else if (!isMultiple && on) form.setValue(`options.${other}.right`, false, { shouldDirty: true });
    }
  };
  /** Renders and focuses synchronously. Otherwise a fast typist's next key would go to the previous line. */
  const focusOn = (at: number, change?: () => void) => {
    if (change !== undefined) flushSync(change);
    listFields(list.current)[at]?.focus();
  };
  const move = (from: number, to: number) => focusOn(to, () => options.move(from, to));
  const append = () => focusOn(options.fields.length, () => options.append(emptyOption, { shouldFocus: false }));
  const onKey = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    // Enter during composition of a Chinese word belongs to the input method.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const last = options.fields.length - 1;
    const isEmpty = event.currentTarget.value === '';
    if (event.key === 'Enter' && event.altKey) tick(at, isMultiple ? !form.getValues(`options.${at}.right`) : true);
    else if (event.key === 'Enter') {
      if (at === last && !isEmpty && last + 1 < mostOptions) append();
      else focusOn(at + 1);
    } else if (event.altKey && event.key === 'ArrowUp' && at > 0) move(at, at - 1);
    else if (event.altKey && event.key === 'ArrowDown' && at < last) move(at, at + 1);
    else if (event.key === 'Backspace' && isEmpty && last >= 2) focusOn(Math.max(0, at - 1), () => options.remove(at));
    else return;
    event.preventDefault();
  };
  return { options, tick, append, onKey };
}

/** Chooses whether the statement of a judgement is right or wrong. */
function TruthField({ faultAt }: { faultAt: FindErrorAt }) {
  const { t } = useTranslation(['question', 'ui']);
  const form = useFormContext<QuestionFormValues>();
  return (
    <Panel title={t('ui:answer')} bodyClassName="flex flex-col gap-2 p-3.5">
      <Controller
        control={form.control}
        name="truth"
        render={({ field }) => (
          <div role="radiogroup" aria-label={t('ui:answer')} className="flex gap-6 text-sm">
            {(['T', 'F'] as const).map((truth) => (
              <label key={truth} className="flex items-center gap-2">
                <input
                  type="radio"
                  name="truth"
                  className="size-4 accent-primary"
                  checked={field.value === truth}
                  onChange={() => field.onChange(truth)}
                />
                {t(truth === 'T' ? 'statementRight' : 'statementWrong')}
              </label>
            ))}
          </div>
        )}
      />
      <FieldErrorNote text={faultAt('key') && t('rightMissing')} />
    </Panel>
  );
}

interface OptionRowProps {
  /** Index of the option. */
  at: number;
  isMultiple: boolean;
  options: UseFieldArrayReturn<QuestionFormValues, 'options'>;
  fault: string | undefined;
  /** Called when the user marks the option as right, or as wrong. */
  onTick: (isRight: boolean) => void;
  onPasteText: (text: string) => boolean;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** Edits one option: its text, its mark as right, and its place. */
function OptionRow({ at, isMultiple, options, fault, onTick, onPasteText, onKeyDown }: OptionRowProps) {
  const { t } = useTranslation('question');
  const form = useFormContext<QuestionFormValues>();
  const letter = String.fromCharCode(65 + at);
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-start gap-2">
        <label className="flex h-9 shrink-0 items-center gap-2 pr-1 text-sm font-semibold">
          <Controller
            control={form.control}
            name={`options.${at}.right`}
            render={({ field }) => (
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                // A common name makes the radio buttons one Tab stop; arrow keys choose.
                name="right"
                aria-label={t('isRight', { letter })}
                className="size-4 accent-delivered"
                checked={field.value}
                onChange={(event) => onTick(event.target.checked)}
              />
            )}
          />
          {letter}
        </label>
        <Controller
          control={form.control}
          name={`options.${at}.html`}
          render={({ field }) => (
            <div className="min-w-0 grow">
              <CompactRichTextField
                value={field.value}
                onChange={field.onChange}
                label={t('option', { letter })}
                aria-invalid={fault === undefined ? undefined : true}
                aria-keyshortcuts="Alt+Enter Alt+ArrowUp Alt+ArrowDown"
                onPasteText={onPasteText}
                onKeyDown={onKeyDown}
              />
            </div>
          )}
        />
        <span className="flex shrink-0">
          <Button
            size="icon"
            variant="ghost"
            tabIndex={-1}
            aria-label={t('optionUp', { letter })}
            disabled={at === 0}
            onClick={() => options.move(at, at - 1)}
          >
            <ArrowUp />
          </Button>
          <Button
            size="icon"
            variant="ghost"
            tabIndex={-1}
            aria-label={t('optionDown', { letter })}
            disabled={at === options.fields.length - 1}
            onClick={() => options.move(at, at + 1)}
          >
            <ArrowDown />
          </Button>
          <Button
            size="icon"
            variant="ghost"
            tabIndex={-1}
            aria-label={t('optionRemove', { letter })}
            disabled={options.fields.length <= 2}
            onClick={() => options.remove(at)}
          >
            <X />
          </Button>
        </span>
      </div>
      <FieldErrorNote text={fault} className="ml-10" />
    </li>
  );
}

/** Returns the fields of the options: text inputs, and editors of options with rich content. */
const listFields = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('input:not([name=right]):not([type=file]), [role=textbox]') ?? []),
];

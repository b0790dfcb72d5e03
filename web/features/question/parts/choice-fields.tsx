import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { Controller, useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { FaultAt } from '../faults.ts';
import type { QuestionFormValues } from '../question-form-values.ts';
import { CompactRich } from './compact-rich.tsx';
import { FaultNote } from './fault-note.tsx';

const mostOptions = 8;

/** The options of a choice question with the right ones ticked; of a judgement, which of the two is right. */
export function ChoiceFields({ faultAt }: { faultAt: FaultAt }) {
  const { t } = useTranslation('question');
  const form = useFormContext<QuestionFormValues>();
  const type = form.watch('type');
  const options = useFieldArray({ control: form.control, name: 'options' });
  const list = useRef<HTMLOListElement>(null);
  const isMultiple = type === sectionType.multiple;
  if (type === sectionType.judgement)
    return (
      <Panel title={t('keyTitle')} bodyClassName="flex flex-col gap-2 p-3.5">
        <Controller
          control={form.control}
          name="truth"
          render={({ field }) => (
            <div role="radiogroup" aria-label={t('keyTitle')} className="flex gap-6 text-sm">
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
        <FaultNote text={faultAt('key')} />
      </Panel>
    );

  const tick = (at: number, on: boolean) => {
    for (const [other] of options.fields.entries()) {
      if (other === at) form.setValue(`options.${other}.right`, on, { shouldDirty: true });
      else if (!isMultiple && on) form.setValue(`options.${other}.right`, false, { shouldDirty: true });
    }
  };
  return (
    <Panel
      title={t('optionsTitle')}
      aside={<span className="text-[13px] text-muted-foreground">{t(isMultiple ? 'optionsHintMultiple' : 'optionsHintSingle')}</span>}
      bodyClassName="flex flex-col gap-2.5 p-3.5"
    >
      <ol ref={list} className="flex flex-col gap-2.5">
        {options.fields.map((option, at) => {
          const letter = String.fromCharCode(65 + at);
          const fault = faultAt(`options.${at}`);
          return (
            <li key={option.id} className="flex flex-col gap-1">
              <div className="flex items-start gap-2">
                <label className="flex h-9 shrink-0 items-center gap-2 pr-1 text-sm font-semibold">
                  <Controller
                    control={form.control}
                    name={`options.${at}.right`}
                    render={({ field }) => (
                      <input
                        type={isMultiple ? 'checkbox' : 'radio'}
                        aria-label={t('isRight', { letter })}
                        className="size-4 accent-delivered"
                        checked={field.value}
                        onChange={(event) => tick(at, event.target.checked)}
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
                      <CompactRich
                        value={field.value}
                        onChange={field.onChange}
                        label={t('option', { letter })}
                        aria-invalid={fault === undefined ? undefined : true}
                      />
                    </div>
                  )}
                />
                <span className="flex shrink-0">
                  <Button
                    size="icon"
                    variant="ghost"
                    aria-label={t('optionUp', { letter })}
                    disabled={at === 0}
                    onClick={() => options.move(at, at - 1)}
                  >
                    <ArrowUp />
                  </Button>
                  <Button
                    size="icon"
                    variant="ghost"
                    aria-label={t('optionDown', { letter })}
                    disabled={at === options.fields.length - 1}
                    onClick={() => options.move(at, at + 1)}
                  >
                    <ArrowDown />
                  </Button>
                  <Button
                    size="icon"
                    variant="ghost"
                    aria-label={t('optionRemove', { letter })}
                    disabled={options.fields.length <= 2}
                    onClick={() => options.remove(at)}
                  >
                    <X />
                  </Button>
                </span>
              </div>
              <FaultNote text={fault} className="ml-10" />
            </li>
          );
        })}
      </ol>
      <FaultNote text={faultAt('key') ?? faultAt('options', true)} />
      <Button
        size="sm"
        className="self-start"
        disabled={options.fields.length >= mostOptions}
        onClick={() => options.append({ html: '', right: false }, { shouldFocus: false })}
      >
        <Plus />
        {t('optionAdd')}
      </Button>
    </Panel>
  );
}

import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { splitLongAnswer, maxLongAnswerChars, joinLongAnswer } from '../../../../sync/engine/ops/long-answer.ts';
import { splitLeftItems } from '../../../../sync/domain/papers/left-items.ts';
import { applyWriting } from '../../../entities/question/answer-value.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Radio, RadioGroup } from '../../../ui/primitives/radio-group.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { hasTypedAnswer, type SheetItem } from './sheet-view.ts';

interface SheetQuestionProps {
  item: SheetItem;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  aside: ReactNode;
}

/** Renders one question of a paper sheet for typing in: the stem, and an input that fits the question type. */
export function SheetQuestion({ item, value, onChange, aside }: SheetQuestionProps) {
  const { t } = useTranslation(['sheet', 'ui', 'words']);
  const { t: code } = useTranslation('codes');
  const id = useId();
  const { type, itemId, stem, points, shown } = item;
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-2.5">
        <b id={id} className="num font-semibold">
          {t('words:questionNo', { n: itemId })}
        </b>
        <span className="num text-[13px] text-muted-foreground">
          {[code(`sectionType.${type as 1}`), t('points', { n: points })].join(' · ')}
        </span>
        {aside}
        {!shown && hasTypedAnswer(value) && (
          <Button size="sm" variant="ghost" className="ml-auto" onClick={() => onChange([])}>
            {t('ui:clear')}
          </Button>
        )}
      </div>
      <RichText html={stem} className="text-[15px]" />
      {shown ? (
        <p className="text-[13px] text-muted-foreground">{t('shown')}</p>
      ) : (
        <Answer item={item} value={value} onChange={onChange} labelledBy={id} />
      )}
    </div>
  );
}

function Answer({
  item: { type, options, blanks },
  value,
  onChange,
  labelledBy,
}: Pick<SheetQuestionProps, 'item' | 'value' | 'onChange'> & { labelledBy: string }) {
  const { t } = useTranslation(['sheet', 'ui']);
  const { left, options: own } = splitLeftItems(options);
  const choices =
    options.length > 0
      ? options.map(({ id, html }) => ({ id, label: <OptionLine letter={id} html={html} /> }))
      : [
          { id: 'T', label: t('ui:right') },
          { id: 'F', label: t('wrong') },
        ];
  switch (type) {
    case sectionType.single:
    case sectionType.judgement:
      return (
        <RadioGroup aria-labelledby={labelledBy} value={value[0] ?? ''} onValueChange={(id) => onChange([id])} className="flex-col">
          {choices.map(({ id, label }) => (
            <Radio key={id} value={id} label={label} />
          ))}
        </RadioGroup>
      );
    case sectionType.multiple:
      return (
        <div className="flex flex-col gap-2">
          {choices.map(({ id, label }) => (
            <label key={id} className="flex items-start gap-2 text-sm">
              <Checkbox
                className="mt-[2px]"
                checked={value.includes(id)}
                onCheckedChange={(on) => onChange(on === true ? [...value, id].toSorted() : value.filter((each) => each !== id))}
              />
              {label}
            </label>
          ))}
        </div>
      );
    case sectionType.ordering:
      return (
        <div className="flex flex-col gap-2">
          {choices.map(({ id, label }) => (
            <div key={id} className="text-sm">
              {label}
            </div>
          ))}
          <Field label={t('orderLetters')} hint={t('orderLettersHint')}>
            {(field) => (
              <Input
                {...field}
                autoComplete="off"
                className="num w-60 uppercase"
                value={value.join('')}
                onChange={(event) =>
                  onChange([
                    ...event.target.value
                      .normalize('NFKC')
                      .toUpperCase()
                      .replace(/[^A-H]/g, ''),
                  ])
                }
              />
            )}
          </Field>
        </div>
      );
    case sectionType.matching:
      return (
        <div className="flex flex-col gap-2">
          {left.map(({ id, html }, at) => (
            <Field key={id} label={<OptionLine letter={id} html={html} />}>
              {(field) => (
                <Select
                  {...field}
                  className="w-40"
                  value={value[at] ?? ''}
                  onChange={(letter) => onChange(applyWriting([...value], left.length, at, letter))}
                  choices={[{ value: '', label: t('noLetter') }, ...own.map((option) => ({ value: option.id, label: option.id }))]}
                />
              )}
            </Field>
          ))}
          {own.map(({ id, html }) => (
            <div key={id} className="text-sm">
              <OptionLine letter={id} html={html} />
            </div>
          ))}
        </div>
      );
    case sectionType.fillIn:
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          {Array.from({ length: blanks }, (_, at) => (
            <Field key={at} label={t('ui:blank', { n: at + 1 })}>
              {(field) => (
                <Input
                  {...field}
                  autoComplete="off"
                  maxLength={400}
                  value={value[at] ?? ''}
                  onChange={(event) => {
                    const next = Array.from({ length: blanks }, (_blank, of) => (of === at ? event.target.value : (value[of] ?? '')));
                    onChange(next.every((text) => text === '') ? [] : next);
                  }}
                />
              )}
            </Field>
          ))}
        </div>
      );
    default:
      return (
        <Field label={t('written')}>
          {(field) => (
            <Textarea
              {...field}
              rows={5}
              maxLength={maxLongAnswerChars}
              value={joinLongAnswer([...value])}
              onChange={(event) => onChange(splitLongAnswer(event.target.value))}
            />
          )}
        </Field>
      );
  }
}

const OptionLine = ({ letter, html }: { letter: string; html: string }) => (
  <span className="flex gap-2">
    <b className="w-4 shrink-0 font-semibold text-muted-foreground">{letter}</b>
    <RichText html={html} className="min-w-0 grow" />
  </span>
);

import { useTranslation } from '../../../lib/i18n.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import type { BlankDraft } from './blank-drafts.ts';

/** Edits the accepted answers of each blank in a key correction. */
export function BlankKeys({ drafts, onChange }: { drafts: readonly BlankDraft[]; onChange: (drafts: readonly BlankDraft[]) => void }) {
  const { t } = useTranslation('score');
  const change = (at: number, next: Partial<BlankDraft>) =>
    onChange(drafts.map((draft, index) => (index === at ? { ...draft, ...next } : draft)));
  return (
    <div className="flex flex-col gap-3">
      {drafts.map((draft, at) =>
        draft.rule.mode === 'text' ? (
          <Field key={at} label={t('blankNo', { number: at + 1 })} hint={t('blankLines')}>
            {(control) => (
              <Textarea {...control} rows={2} value={draft.text} onChange={({ target }) => change(at, { text: target.value })} />
            )}
          </Field>
        ) : (
          <div key={at} className="grid gap-3 sm:grid-cols-2">
            <Field label={t('blankNo', { number: at + 1 })}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={draft.text}
                  onChange={({ target }) => change(at, { text: target.value })}
                  className="num"
                />
              )}
            </Field>
            <Field label={t('blankTolerance')}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={draft.tolerance}
                  onChange={({ target }) => change(at, { tolerance: target.value })}
                  className="num"
                />
              )}
            </Field>
          </div>
        ),
      )}
    </div>
  );
}

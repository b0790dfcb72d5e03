import { useState } from 'react';
import { formatDate } from '../../../../lib/format-time.ts';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { FormAnswers, FormDesign } from '../../../../../sync/contract/applications/form-design.ts';
import { listFormErrors } from '../../../../../sync/domain/applications/form-rules.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { useLabelText } from '../../../../ui/form/use-label-text.ts';
import { splitFormSteps } from '../../form-steps.ts';
import { FilledSheet } from './filled-sheet.tsx';
import { FormFieldInput } from './form-field.tsx';
import { useNow } from '../../../../ui/use-now.ts';

/** Previews the form as the applicant fills it, with its validation, or as it is printed. Input is discarded. */
export function DesignPreview({ design, name, asPrint }: { design: FormDesign; name: string; asPrint: boolean }) {
  const { t } = useTranslation('filing');
  const words = useLabelText();
  const [answers, setAnswers] = useState<FormAnswers>({});
  const [checked, setChecked] = useState(false);
  const nowMs = useNow();
  if (asPrint) return <FilledSheet title={name} subtitle="" design={design} answers={answers} />;
  const faults = new Map(
    checked ? listFormErrors(design, answers, formatDate(nowMs)).map((fault) => [fault.path, words(fault.words)]) : [],
  );
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4 rounded-xl border bg-card p-4">
      {splitFormSteps(design, answers).map((step) => (
        <section key={step.key} className="flex flex-col gap-3">
          {step.title !== '' && <h2 className="border-b pb-1 font-semibold">{step.title}</h2>}
          {step.hint !== '' && <p className="text-sm text-muted-foreground">{step.hint}</p>}
          {step.fields.map((field) => (
            <FormFieldInput
              key={field.key}
              design={design}
              field={field}
              answers={answers}
              set={(key, answer) => setAnswers((before) => ({ ...before, [key]: answer }))}
              faultAt={(path) => faults.get(path)}
              disabled={field.type === 'file' || field.type === 'picture'}
            />
          ))}
        </section>
      ))}
      <Button repeats onClick={() => setChecked(true)}>
        {t('tryCheck')}
      </Button>
    </div>
  );
}

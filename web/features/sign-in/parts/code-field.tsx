import type { Ref } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { CodeInput } from '../../../ui/form/code-input.tsx';
import { Field } from '../../../ui/form/field.tsx';

interface CodeFieldProps {
  ref: Ref<HTMLInputElement>;
  error: string | undefined;
  value: string;
  onChange: (code: string) => void;
}

/** Input for the code of a second factor, or for a recovery code. */
export function CodeField({ ref, error, value, onChange }: CodeFieldProps) {
  const { t } = useTranslation('signIn');
  return (
    <Field label={t('code')} error={error} hint={t('codeHint')}>
      {(control) => <CodeInput {...control} ref={ref} autoFocus className="h-[46px] px-3.5 text-base" value={value} onChange={onChange} />}
    </Field>
  );
}

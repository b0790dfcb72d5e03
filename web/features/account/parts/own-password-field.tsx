import { useTranslation } from '../../../lib/i18n.ts';
import { Field } from '../../../ui/form/field.tsx';
import { PasswordInput } from '../../../ui/form/password-input.tsx';

export interface OwnFieldProps {
  value: string;
  onChange: (value: string) => void;
  tried: boolean;
}

/** Asks for the user's own password before a change to the account's security: two-step sign-in or a new API token. */
export function OwnPasswordField({ value, onChange, tried }: OwnFieldProps) {
  const { t } = useTranslation('account');
  return (
    <Field label={t('ownPassword')} required error={tried && value === '' ? t('passwordMissing') : undefined}>
      {(control) => (
        <PasswordInput {...control} autoComplete="current-password" value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}

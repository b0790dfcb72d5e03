import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLocation, useNavigate } from 'react-router-dom';
import { websiteCodePattern } from '../../../../sync/contract/patterns.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';

/** Asks for the school's website code if the address has none. */
export function SchoolCodeForm({ problem }: { problem: string | undefined }) {
  const { t } = useTranslation('signIn');
  const navigate = useNavigate();
  const { search } = useLocation();
  const [website, setWebsite] = useState('');
  const [error, setError] = useState(problem);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const code = website.trim();
        if (code === '') setError(t('missingSchool'));
        else if (!websiteCodePattern.test(code)) setError(t('badSchool'));
        else void navigate(`/login/${code}${search}`);
      }}
    >
      <Field label={t('school')} hint={t('schoolHint')} error={error}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoCapitalize="none"
            spellCheck={false}
            className="h-[46px] px-3.5 text-base"
            value={website}
            onChange={(event) => {
              setWebsite(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="xl">
        {t('schoolNext')}
      </Button>
    </form>
  );
}

import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { CallFailure } from '../../../platform/api/call.ts';
import { asksForCode } from '../../../platform/session/session.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { CodeField } from './code-field.tsx';

/** Asks for the code of the second factor after a sign-in at the page of a directory. `finish` rejects with the `CallFailure` of a refused code. */
export function DirectoryCodeForm({ finish }: { finish: (code: string) => Promise<void> }) {
  const { t } = useTranslation(['signIn', 'words']);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ readonly code?: string; readonly whole?: string }>({});
  const field = useRef<HTMLInputElement>(null);
  const submit = async () => {
    if (code.trim() === '') return setProblem({ code: t('codeMissing') });
    setBusy(true);
    setProblem({});
    try {
      await finish(code);
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure;
      if (asksForCode(failure)) {
        setProblem({ code: failure.message });
        setCode('');
      } else setProblem({ whole: failure.message });
    }
    setBusy(false);
    field.current?.focus();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <CodeField ref={field} error={problem.code} value={code} onChange={setCode} />
      {problem.whole !== undefined && (
        <div role="alert">
          <Strip tone="seal">{problem.whole}</Strip>
        </div>
      )}
      <Button type="submit" variant="primary" size="xl" busy={busy} className="w-full">
        {t(busy ? 'submitting' : 'words:signIn')}
      </Button>
    </form>
  );
}

import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';

/** Tests the stored settings and lists the steps. `isSaved`: false while the school has no settings. */
export function DirectoryTest({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslation('directory');
  const mayChange = useCanChangeData();
  const [login, setLogin] = useState('');
  const test = useAction({ mutationFn: () => makeCall('/directory/test', { login_name: login.trim() }) });
  const steps = test.data?.steps ?? [];
  return (
    <Panel title={t('testPart')} bodyClassName="flex flex-col gap-3.5 px-4 py-3.5">
      <p className="text-[13px] text-muted-foreground">{t(isSaved ? 'testHint' : 'testFirst')}</p>
      {isSaved && (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            test.mutate();
          }}
        >
          <Field label={t('testLogin')}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                maxLength={64}
                value={login}
                onChange={(event) => setLogin(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={test.isPending} disabled={!mayChange} className="self-start">
            {t('test')}
          </Button>
        </form>
      )}
      <div role="status">
        {test.isSuccess && (
          <>
            <p className="mb-2 text-sm font-semibold">{t(steps.every(({ ok }) => ok) ? 'passed' : 'failed')}</p>
            <ol className="flex flex-col gap-2 text-sm">
              {steps.map(({ ok, text }) => (
                <li key={text} className="flex gap-2">
                  {ok ? (
                    <Check aria-label={t('stepOk')} className="mt-0.5 size-4 shrink-0 text-primary" />
                  ) : (
                    <X aria-label={t('stepFailed')} className="mt-0.5 size-4 shrink-0 text-destructive" />
                  )}
                  <span className="min-w-0 wrap-break-word">{text}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </Panel>
  );
}

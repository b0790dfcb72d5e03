import { listsPeople } from '../../../../sync/contract/people/directory.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { DirectoryForm } from '../parts/directory-form.tsx';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Input } from '../../../ui/primitives/input.tsx';

/** Edits the settings of the user directory or sign-in service (such as LDAP or WeCom) with which people of the school sign in, and tests them. */
export function DirectoryPage() {
  const { t } = useTranslation(['directory', 'words']);
  const { pathname } = useLocation();
  const mayChange = useCanChangeData();
  const directory = useCall('/directory/get', {});
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader />
      <p className="max-w-[64em] text-sm text-muted-foreground">{t('description')}</p>
      {directory.data === undefined ? (
        <LoadingState query={directory}>
          <div aria-hidden className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_360px]">
            {[0, 1].map((at) => (
              <Panel key={at} bodyClassName="flex flex-col gap-4 p-4">
                <Skeleton className="h-4 w-32" />
                <Skeleton className="h-9 w-full" />
                <Skeleton className="h-9 w-full" />
              </Panel>
            ))}
          </div>
        </LoadingState>
      ) : (
        <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_360px]">
          <DirectoryForm saved={directory.data} />
          <div className="flex flex-col gap-3.5 lg:sticky lg:top-3.5">
            <DirectoryTest isSaved={directory.data.address !== ''} version={directory.data.version} />
            {mayChange && listsPeople(directory.data.kind) && (directory.data.studentBase !== '' || directory.data.staffBase !== '') && (
              <Panel title={t('people')} bodyClassName="flex flex-col gap-3 px-4 py-3.5">
                <p className="text-[13px] text-muted-foreground">{t('peopleText')}</p>
                <LinkButton to={`${pathname}/people`} className="self-start">
                  {t('peopleOpen')}
                </LinkButton>
              </Panel>
            )}
            <Strip tone="neutral">{t('examNote')}</Strip>
          </div>
        </div>
      )}
    </div>
  );
}

/** Tests the stored settings with one login name, and lists the steps of the test until the settings change. `isSaved`: the school has settings. */
function DirectoryTest({ isSaved, version }: { isSaved: boolean; version: number }) {
  const { t } = useTranslation('directory');
  const mayChange = useCanChangeData();
  const [login, setLogin] = useState('');
  const test = useAction({
    mutationFn: async () => ({ ...(await makeCall('/directory/test', { login_name: login.trim() })), version }),
  });
  const steps = test.data?.version === version ? test.data.steps : [];
  return (
    <Panel title={t('test')} bodyClassName="flex flex-col gap-3.5 px-4 py-3.5">
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
        {steps.length > 0 && (
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

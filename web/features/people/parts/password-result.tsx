import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useLeaveConfirmation } from '../../../ui/form/use-leave-confirmation.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { IssuedPassword } from '../people-queries.ts';
import { PasswordSlip, SlipsLeaveDialog } from './password-slip.tsx';

interface PasswordResultProps {
  title: string;
  slips: readonly IssuedPassword[];
  /** Label and action of the button that starts the same work again, such as another import. */
  again: { readonly label: string; readonly run: () => void };
  back: { readonly label: string; readonly path: string };
  /** Shown above the passwords. */
  children?: ReactNode;
  /** Shown below the passwords. */
  after?: ReactNode;
}

/** Shows the result of adding many accounts, with their initial passwords. Asks before the page is left with unsaved passwords. */
export function PasswordResult({ title, slips, again, back, children, after }: PasswordResultProps) {
  const { t } = useTranslation('people');
  const [isSaved, setIsSaved] = useState(slips.length === 0);
  const [isAsking, setIsAsking] = useState(false);
  const leaving = useLeaveConfirmation(!isSaved);
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={title}
        actions={
          <>
            <Button onClick={() => (isSaved ? again.run() : setIsAsking(true))}>{again.label}</Button>
            <LinkButton to={back.path}>{back.label}</LinkButton>
          </>
        }
      />
      {children}
      {slips.length > 0 && (
        <Panel title={t('passwordTitle')} bodyClassName="p-4">
          <PasswordSlip slips={slips} onKept={isSaved ? undefined : () => setIsSaved(true)} />
        </Panel>
      )}
      {after}
      {isAsking && <SlipsLeaveDialog count={slips.length} onStay={() => setIsAsking(false)} onLeave={again.run} />}
      {leaving.state === 'blocked' && (
        <SlipsLeaveDialog count={slips.length} onStay={() => leaving.reset()} onLeave={() => leaving.proceed()} />
      )}
    </div>
  );
}

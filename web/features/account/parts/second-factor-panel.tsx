import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { EndSecondFactorDialog, SetUpSecondFactorDialog } from './second-factor-dialogs.tsx';

/** Turns the code of an authenticator app, asked for after the password, on and off. */
export function SecondFactorPanel() {
  const { t } = useTranslation('account');
  const factor = useCall('/user/getSecondFactor', {});
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  const { on = false, recoveryLeft = 0 } = factor.data ?? {};
  return (
    <Panel title={t('secondFactor')} bodyClassName="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      {factor.data === undefined ? (
        <LoadingState query={factor} className="h-12 w-full" />
      ) : (
        <>
          <p className="min-w-64 flex-1 text-[13.5px] text-muted-foreground">
            {t('secondFactorText')}
            {on && <span className="num block">{t('recoveryLeft', { count: recoveryLeft })}</span>}
          </p>
          {on && <Chip tone="delivered">{t('secondFactorIsOn')}</Chip>}
          <Button onClick={() => setAsks(true)}>{t(on ? 'secondFactorEnd' : 'secondFactorSetUp')}</Button>
        </>
      )}
      {asks && (on ? <EndSecondFactorDialog onClose={close} /> : <SetUpSecondFactorDialog onClose={close} />)}
    </Panel>
  );
}

import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { getThisDeviceId } from '../../../platform/exam-device/device.ts';
import { OwnQueries } from '../../../platform/api/own-queries.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { WenkaoSeal } from '../../../ui/print/wenkao-seal.tsx';
import { CheckList } from '../parts/gate/check-list.tsx';
import { RegisterMachine } from '../parts/gate/register-machine.tsx';
import { ManualChecks } from '../parts/gate/manual-checks.tsx';
import { UndeliveredOnDevice } from '../parts/gate/undelivered-on-device.tsx';
import { usePreCheck } from '../parts/gate/use-pre-check.ts';

/** Page /test: checks whether this PC is suitable for exams. It is for staff who set up a room, and needs no sign-in. */
export const SelfCheckPage = () => (
  <OwnQueries>
    <SelfCheck />
  </OwnQueries>
);

function SelfCheck() {
  const { t } = useTranslation('examAround');
  const { t: sitting } = useTranslation('examSitting');
  const { findings, again } = usePreCheck();
  const [device, setDevice] = useState('');
  useEffect(() => {
    // If there is no id, the storage check shows the reason.
    getThisDeviceId().then(setDevice, () => undefined);
  }, []);
  return (
    <main className="mx-auto w-full max-w-[720px] px-5 py-10">
      <header className="mb-5 flex items-center gap-4">
        <WenkaoSeal className="size-[42px] rounded-md text-[15px] leading-[1.05]" />
        <div>
          <h1 className="text-2xl font-[650]">{t('check.publicTitle')}</h1>
          <p className="text-muted-foreground">{t('check.publicLead')}</p>
        </div>
      </header>
      <CheckList findings={findings} onAgain={again} />
      <RegisterMachine />
      <ManualChecks />
      <UndeliveredOnDevice device={device} />
      <footer className="mt-4 flex items-center justify-between gap-4">
        <p className="truncate text-[13px] text-muted-foreground">{device !== '' && t('check.device', { id: device.slice(0, 8) })}</p>
        <Button asChild variant="link">
          <Link to="/login">{sitting('gate.toSignIn')}</Link>
        </Button>
      </footer>
    </main>
  );
}

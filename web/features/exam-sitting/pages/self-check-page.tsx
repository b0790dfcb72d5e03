import { useEffect, useState, Suspense } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { getThisDeviceId } from '../../../platform/exam-device/device.ts';
import { OwnQueries } from '../../../platform/api/own-queries.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { WenkaoSeal } from '../../../ui/print/wenkao-seal.tsx';
import { CheckList } from '../parts/gate/check-list.tsx';
import { RegisterMachine } from '../parts/gate/register-machine.tsx';
import { ManualChecks } from '../parts/gate/manual-checks.tsx';
import { usePreCheck } from '../parts/gate/use-pre-check.ts';
import { FileDown } from 'lucide-react';
import { saveAnswerFile, countUndeliveredHere } from '../../../platform/transfer/answer-export.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { LazyAnswerCodesButton } from '../parts/hand-in/answer-codes-part.ts';

/** Page /test: checks whether this PC is suitable for exams. It is for staff who set up a room, and needs no sign-in. */
export const SelfCheckPage = () => (
  <OwnQueries>
    <SelfCheck />
  </OwnQueries>
);

function SelfCheck() {
  const { t } = useTranslation('examAround');
  const { t: sitting } = useTranslation('examSitting');
  const { t: app } = useTranslation('app');
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
        <span className="flex gap-5">
          <Button asChild variant="link">
            <Link to="/help">{app('titles.help')}</Link>
          </Button>
          <Button asChild variant="link">
            <Link to="/login">{sitting('gate.toSignIn')}</Link>
          </Button>
        </span>
      </footer>
    </main>
  );
}

const lookEveryMs = 5_000;

/**
 * Shows staff which answers of any examinee lie undelivered on this PC, and exports them (SY16): the examinee may have left, and the PC may never
 * have a network again. It disappears when everything is delivered.
 */
function UndeliveredOnDevice({ device }: { device: string }) {
  const { t } = useTranslation('examAround');
  const [left, setLeft] = useState<ReadonlyMap<string, number>>(new Map());
  const [said, setSaid] = useState('');
  useEffect(() => {
    // If nothing can be read, the storage check shows the reason.
    const look = () => void countUndeliveredHere().then(setLeft, () => undefined);
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  if (left.size === 0) return null;
  const count = [...left.values()].reduce((sum, ops) => sum + ops, 0);
  const save = async () => {
    const owner = { exam: t('check.left.file', { device: device.slice(0, 8) }), seat: '', name: '', ticketNo: '' };
    const exported = await saveAnswerFile([...left.keys()], owner).catch(() => undefined);
    if (!exported) return setSaid(t('check.left.failed'));
    const { name, records, unread } = exported;
    setSaid(unread > 0 ? t('check.left.unread', { name, count: unread }) : t('check.left.done', { name, count: records }));
  };
  return (
    <div className="mt-4">
      <Strip
        tone="kept"
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => void save()}>
              <FileDown aria-hidden />
              {t('check.left.do')}
            </Button>
            <Suspense>
              <LazyAnswerCodesButton attemptIds={[...left.keys()]} small />
            </Suspense>
          </span>
        }
      >
        <p>{t('check.left.text', { attempts: left.size, count })}</p>
        <p role="status">{said}</p>
      </Strip>
    </div>
  );
}

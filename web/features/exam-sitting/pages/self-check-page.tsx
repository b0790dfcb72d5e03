import { useEffect, useState, Suspense } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { getThisDeviceId } from '../../../platform/exam-device/device.ts';
import { OwnQueries } from '../../../platform/api/own-queries.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { WenkaoSeal } from '../../../ui/print/wenkao-seal.tsx';
import { CheckList } from '../parts/gate/check-list.tsx';
import { RegisterMachine } from '../parts/gate/register-machine.tsx';
import { usePreCheck } from '../parts/gate/use-pre-check.ts';
import { FileDown } from 'lucide-react';
import { saveAnswerFile, countUndeliveredHere } from '../../../platform/transfer/answer-export.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { LazyAnswerCodesButton } from '../parts/hand-in/answer-codes-part.ts';
import { useAction } from '../../../ui/use-action.ts';
import { hasPassedDrill } from '../../../../sync/domain/exams/machine-readiness.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { recordTypedKeys, type TypedKeys } from '../model/typed-keys.ts';

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
    // If the device id cannot be read, the page shows none; the storage check then tells the reason.
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
          <LinkButton variant="link" to="/help">
            {app('shell.help')}
          </LinkButton>
          <LinkButton variant="link" to="/login">
            {sitting('gate.toSignIn')}
          </LinkButton>
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
  const [undeliveredByAttempt, setUndeliveredByAttempt] = useState<ReadonlyMap<string, number>>(new Map());
  const [message, setMessage] = useState('');
  useEffect(() => {
    // If nothing can be read, the storage check shows the reason.
    const look = () => void countUndeliveredHere().then(setUndeliveredByAttempt, () => undefined);
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  if (undeliveredByAttempt.size === 0) return null;
  const count = [...undeliveredByAttempt.values()].reduce((sum, ops) => sum + ops, 0);
  const save = async () => {
    const owner = { exam: t('check.left.file', { device: device.slice(0, 8) }), seat: '', name: '', ticketNo: '' };
    const exported = await saveAnswerFile([...undeliveredByAttempt.keys()], owner).catch(() => undefined);
    if (!exported) return setMessage(t('check.left.failed'));
    const { name, records, unread } = exported;
    setMessage(unread > 0 ? t('check.left.unread', { name, count: unread }) : t('check.left.done', { name, count: records }));
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
              <LazyAnswerCodesButton attemptIds={[...undeliveredByAttempt.keys()]} small />
            </Suspense>
          </span>
        }
      >
        <p>{t('check.left.text', { attempts: undeliveredByAttempt.size, count })}</p>
        <p role="status">{message}</p>
      </Strip>
    </div>
  );
}

// Loaded on demand, because the module imports the cryptography.
const loadRoomMachine = () => import('../../../platform/room/room-machine.ts');

const hasCamera = async (): Promise<boolean> => {
  if (!('mediaDevices' in navigator)) return false;
  return (await navigator.mediaDevices.enumerateDevices()).some((each) => each.kind === 'videoinput');
};
const nothing: TypedKeys = { letters: false, digits: false, chinese: false };
const keys = ['letters', 'digits', 'chinese'] as const;

/**
 * Offers tests that need a person at the PC: keyboard and input method, and a rehearsal of an exam, whose result is reported to the room's board.
 */
function ManualChecks() {
  const { t } = useTranslation('examAround');
  const [text, setText] = useState('');
  const [typedKeys, setTypedKeys] = useState(nothing);
  const [camera, setCamera] = useState<boolean | null>(null);
  useEffect(() => {
    hasCamera().then(setCamera, () => setCamera(false));
  }, []);
  const drill = useAction({ mutationFn: async () => (await loadRoomMachine()).runAndReportDrill() });
  const result = drill.data;
  return (
    <section aria-labelledby="try-it" className="mt-4 flex flex-col gap-3.5 rounded-xl border bg-card p-5">
      <div>
        <h2 id="try-it" className="text-[15px] font-semibold">
          {t('check.try.title')}
        </h2>
        <p className="text-[13px] text-muted-foreground">{t('check.try.lead')}</p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('check.try.field')} className="min-w-52 grow">
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setTypedKeys(recordTypedKeys(typedKeys, event.target.value));
              }}
            />
          )}
        </Field>
        <ul aria-live="polite" className="flex flex-wrap gap-2 pb-2">
          {keys.map((key) => (
            <li key={key}>
              <Chip tone={typedKeys[key] ? 'delivered' : 'neutral'} mark={typedKeys[key] ? 'dot' : 'ring'}>
                {t(typedKeys[key] ? 'check.try.seen' : 'check.try.unseen', { what: t(`check.try.${key}`) })}
              </Chip>
            </li>
          ))}
        </ul>
      </div>
      {camera !== null && <p className="text-[13px] text-muted-foreground">{t(camera ? 'check.try.camera' : 'check.try.noCamera')}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={drill.isPending} onClick={() => drill.mutate()}>
          {t('check.try.drill')}
        </Button>
        <div role="status" className="min-w-0 grow empty:hidden">
          {result && (
            <Strip tone={hasPassedDrill(result) ? 'delivered' : 'seal'} className="py-2">
              {t(hasPassedDrill(result) ? 'check.try.drillGood' : 'check.try.drillBad', {
                written: result.written,
                kept: result.kept,
                delivered: result.delivered,
                ms: result.slowestMs,
              })}
            </Strip>
          )}
          {drill.error && (
            <Strip tone="seal" className="py-2">
              {t('check.try.drillFailed', { reason: drill.error.message })}
            </Strip>
          )}
        </div>
      </div>
    </section>
  );
}

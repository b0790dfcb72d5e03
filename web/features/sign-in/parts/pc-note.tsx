import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTranslation } from '../../../lib/i18n.ts';
import { formatSeconds } from '../../../lib/format-number.ts';
import { readDeviceReadiness, type DeviceReadiness } from '../../../platform/exam-device/device-readiness.ts';
import { workerStateAtom } from '../../../platform/pwa/worker-state.ts';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';

const steps = [
  { key: 'days', ms: 86_400_000 },
  { key: 'hours', ms: 3_600_000 },
  { key: 'minutes', ms: 60_000 },
  { key: 'seconds', ms: 1000 },
] as const;

/** Returns a duration (ms) in its largest unit: "3 days", "12 min". */
function splitDurationText(ms: number): { readonly key: (typeof steps)[number]['key']; readonly n: number } {
  const step = steps.find((each) => ms >= each.ms) ?? steps[3];
  return { key: step.key, n: Math.round(ms / step.ms) };
}

/** Clock error of this PC (ms) from which a warning is shown, because tickets and notices state times. */
const clockTolerableMs = 60_000;
const againMs = 15_000;

/**
 * Shows whether this PC is ready for an exam: clock error, undelivered answers, trusted certificate, pages cached for offline use. Invigilators
 * read it at a glance.
 */
export function PcNote() {
  const { t } = useTranslation('signIn');
  const [pc, setPc] = useState<DeviceReadiness | null>(null);
  const worker = useAtomValue(workerStateAtom);
  useEffect(() => {
    const abortController = new AbortController();
    const look = () =>
      void readDeviceReadiness(abortController.signal).then(
        (readiness) => abortController.signal.aborted || setPc(readiness),
        () => undefined,
      );
    look();
    const timer = setInterval(look, againMs);
    return () => {
      clearInterval(timer);
      abortController.abort();
    };
  }, []);

  if (pc === null) return <Skeleton className="mt-[30px] h-11 w-full rounded-lg" />;
  const offset = pc.clockOffsetMs;
  const notes: string[] = [];
  if (offset === null) notes.push(t('pcUnreachable'));
  if (pc.undelivered > 0) notes.push(t('pcWaiting', { count: pc.undelivered }));
  if (offset !== null && Math.abs(offset) > clockTolerableMs) {
    const { key, n } = splitDurationText(Math.abs(offset));
    notes.push(t(offset < 0 ? 'pcClockFast' : 'pcClockSlow', { amount: t(key, { n }) }));
  }
  if (worker === 'untrusted') notes.push(t('pcUntrusted'));
  else if (worker === 'pending') notes.push(t('pcNotOffline'));
  else if (worker !== 'active') notes.push(t('pcNoWorker'));
  if (notes.length === 0) {
    return (
      <Strip tone="delivered" live className="num mt-[30px]">
        {t('pcReady', { seconds: formatSeconds(Math.abs(offset ?? 0)) })}
      </Strip>
    );
  }
  return (
    <Strip tone="kept" live className="num mt-[30px]">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {worker !== 'active' && worker !== 'pending' && (
        <Link to="/test" className="underline underline-offset-4">
          {t('pcCheck')}
        </Link>
      )}
    </Strip>
  );
}

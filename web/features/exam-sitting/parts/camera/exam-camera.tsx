import { useEffect, useEffectEvent, useId, useState } from 'react';
import type { CameraRules } from '../../../../../sync/contract/exams/camera.ts';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import type { SittingController } from '../../model/sitting-controller.ts';
import type { SittingTime } from '../../model/sitting-time.ts';
import { takeStills } from '../../model/still-loop.ts';
import { PlayerDialog } from '../player-dialog.tsx';
import { PlayerStrip } from '../player-strip.tsx';
import { type CameraPorts, createCameraPorts } from './camera-ports.ts';
import { CameraLight, CameraQuestion } from './camera-question.tsx';

export interface ExamCameraProps {
  readonly rules: CameraRules;
  readonly attemptId: string;
  /** Set during the exam; undefined in the waiting room. */
  readonly sitting?: { readonly controller: SittingController; readonly time: SittingTime };
  /** Makes the access to camera and storage of this PC; replaced in tests. */
  readonly createPorts?: (attemptId: string) => CameraPorts;
}

/**
 * Uses the camera as the plan asks. The waiting room takes the photo at entry; during the exam, the photo is still offered if the examinee has not
 * answered, and stills (photos) are taken at random moments.
 */
export function ExamCamera({ rules, attemptId, sitting, createPorts = createCameraPorts }: ExamCameraProps) {
  const [ports] = useState(() => createPorts(attemptId));
  if (!sitting) return <CameraQuestion rules={rules} ports={ports} />;
  return <CameraDuringExam rules={rules} ports={ports} {...sitting} />;
}

function CameraDuringExam({
  rules,
  ports,
  controller,
  time,
}: Pick<ExamCameraProps, 'rules'> & { ports: CameraPorts } & NonNullable<ExamCameraProps['sitting']>) {
  const { t } = useTranslation('examCamera');
  const [isAsking, setAsking] = useState(() => ports.answer() === null);
  const [isShown, setShown] = useState(false);
  const [isOn, setOn] = useState(false);
  const title = useId();
  const still = useEffectEvent(async () => {
    setOn(true);
    try {
      return await ports.still();
    } finally {
      setOn(false);
    }
  });
  const { stillMinutes } = rules;
  useEffect(() => {
    if (stillMinutes === 0) return undefined;
    const abortController = new AbortController();
    const stillPorts = {
      ...ports,
      isAnswering: () => controller.view().phase === 'open',
      remainingMs: time.remainingMs,
      hasAgreed: () => ports.answer() !== null && ports.answer() !== 'declined',
      takePicture: () => still(),
      store: (...report: Parameters<Parameters<typeof takeStills>[1]['store']>) => ports.store('still', ...report),
    };
    takeStills(stillMinutes, stillPorts, abortController.signal).catch(console.error);
    return () => abortController.abort();
  }, [stillMinutes, ports, controller, time]);
  const close = (): void => {
    setShown(false);
    setAsking(false);
  };
  return (
    <>
      {isOn && <CameraLight />}
      {isAsking && (
        <PlayerStrip
          tone="neutral"
          action={
            <span className="flex flex-none gap-2">
              <Button size="sm" variant="primary" onClick={() => setShown(true)}>
                {t(rules.entryPhoto ? 'begin' : 'beginStills')}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setAsking(false)}>
                {t('later')}
              </Button>
            </span>
          }
        >
          {t(rules.entryPhoto ? 'late' : 'whatStills', { minutes: stillMinutes })}
        </PlayerStrip>
      )}
      {isShown && (
        <PlayerDialog labelledBy={title} onClose={close} className="w-[680px] rounded-xl border">
          <span id={title} className="sr-only">
            {t(rules.entryPhoto ? 'title' : 'titleStills')}
          </span>
          <CameraQuestion rules={rules} ports={ports} />
          <div className="border-t px-7 py-3 text-right">
            <Button size="lg" onClick={close}>
              {t('back')}
            </Button>
          </div>
        </PlayerDialog>
      )}
    </>
  );
}

import { Camera } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CameraOutcome, CameraRules } from '../../../../../sync/contract/exams/camera.ts';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { useObjectUrl } from '../../../../ui/use-object-url.ts';
import type { CameraPorts } from './camera-ports.ts';
import type { OpenCamera } from './camera.ts';

type Step =
  | { readonly phase: 'told' | 'opening' }
  | { readonly phase: 'live'; readonly camera: OpenCamera }
  | { readonly phase: 'shot'; readonly camera: OpenCamera; readonly picture: Uint8Array<ArrayBuffer> }
  | { readonly phase: 'done'; readonly outcome: CameraOutcome | 'allowed' };

interface CameraQuestionProps {
  readonly rules: CameraRules;
  readonly ports: CameraPorts;
}

/** Shows that the camera is on, over everything else. */
export function CameraLight() {
  const { t } = useTranslation('examCamera');
  return (
    <p
      role="status"
      className="pointer-events-none fixed top-3 left-1/2 z-50 flex -translate-x-1/2 items-center gap-2 rounded-full border bg-card px-3.5 py-1.5 text-[13px] font-semibold shadow-pop"
    >
      <span aria-hidden className="size-2.5 rounded-full bg-seal" />
      {t('on')}
    </p>
  );
}

/**
 * Explains the camera to the examinee, and takes the photo at entry that they confirm. Each outcome is recorded, and none delays the exam.
 */
export function CameraQuestion({ rules, ports }: CameraQuestionProps) {
  const { t } = useTranslation('examCamera');
  const [step, setStep] = useState<Step>(() => {
    const known = ports.answer();
    return known === null ? { phase: 'told' } : { phase: 'done', outcome: known as CameraOutcome };
  });
  const video = useRef<HTMLVideoElement>(null);
  const camera = step.phase === 'live' || step.phase === 'shot' ? step.camera : null;
  useEffect(() => () => camera?.stop(), [camera]);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  useEffect(() => {
    if (video.current && camera) video.current.srcObject = camera.stream;
  }, [camera]);

  const finish = async (outcome: CameraOutcome, picture?: Uint8Array<ArrayBuffer>): Promise<void> => {
    const stored = rules.entryPhoto ? await ports.store('entry', outcome, picture) : 'stored';
    const shownOutcome = stored === 'stored' ? outcome : 'noSpace';
    ports.remember(outcome);
    setStep({ phase: 'done', outcome: !rules.entryPhoto && outcome === 'taken' ? 'allowed' : shownOutcome });
  };
  const open = async (): Promise<void> => {
    setStep({ phase: 'opening' });
    const opened = await ports.open();
    if (typeof opened === 'string') return finish(opened);
    // While the browser asked for permission, the exam has begun or the dialog was closed.
    if (!isHere.current) return opened.stop();
    if (rules.entryPhoto) return setStep({ phase: 'live', camera: opened });
    // Without a photo at entry, this only asks the browser for the permission.
    opened.stop();
    return finish('taken');
  };
  const shoot = async (): Promise<void> => {
    if (step.phase !== 'live' || !video.current) return;
    const picture = await ports.photograph(video.current);
    if (picture) setStep({ phase: 'shot', camera: step.camera, picture });
    else await finish('broken');
  };

  const decline = (
    <Button size="lg" variant="ghost" onClick={() => void finish('declined')}>
      {t('decline')}
    </Button>
  );
  const buttons = {
    told: (
      <>
        <Button size="lg" variant="primary" onClick={() => void open()}>
          <Camera aria-hidden />
          {t(rules.entryPhoto ? 'open' : 'allow')}
        </Button>
        {decline}
      </>
    ),
    opening: decline,
    live: (
      <>
        <Button size="lg" variant="primary" onClick={() => void shoot()}>
          <Camera aria-hidden />
          {t('take')}
        </Button>
        {decline}
      </>
    ),
    shot: (
      <>
        <Button size="lg" variant="primary" onClick={() => step.phase === 'shot' && void finish('taken', step.picture)}>
          {t('confirm')}
        </Button>
        <Button size="lg" onClick={() => step.phase === 'shot' && setStep({ phase: 'live', camera: step.camera })}>
          {t('again')}
        </Button>
      </>
    ),
    done: (
      <Button size="lg" onClick={() => void open()}>
        {t(step.phase === 'done' && (step.outcome === 'taken' || step.outcome === 'allowed') ? 'again' : 'retry')}
      </Button>
    ),
  };
  return (
    <section aria-label={t(rules.entryPhoto ? 'title' : 'titleStills')} className="px-7 py-5">
      {camera && <CameraLight />}
      <h2 className="mb-1.5 text-sm font-semibold">{t(rules.entryPhoto ? 'title' : 'titleStills')}</h2>
      <div className="flex flex-wrap items-start gap-5">
        <div className="min-w-0 grow basis-72">
          {step.phase === 'done' && <Outcome outcome={step.outcome} />}
          {/* Hidden once the camera is on: the examinee has read it by then, and the buttons then fit on a screen 768 pixels high. */}
          {camera === null && step.phase !== 'done' && <Purpose rules={rules} />}
          {step.phase !== 'told' && step.phase !== 'done' && (
            <p role="status" className="mt-2 text-[15px] font-semibold">
              {t(step.phase)}
            </p>
          )}
          <div className="mt-3 flex flex-wrap gap-2.5">
            {step.phase === 'done' && step.outcome === 'allowed' ? null : buttons[step.phase]}
          </div>
        </div>
        {camera && (
          <div className="relative aspect-[4/3] w-60 flex-none overflow-hidden rounded-lg border bg-muted">
            <video ref={video} autoPlay muted playsInline className="absolute inset-0 size-full -scale-x-100 object-cover" />
            {step.phase === 'shot' && <Shot picture={step.picture} alt={t('shotAlt')} />}
          </div>
        )}
      </div>
    </section>
  );
}

function Shot({ picture, alt }: { picture: Uint8Array<ArrayBuffer>; alt: string }) {
  const [blob] = useState(() => new Blob([picture], { type: 'image/jpeg' }));
  const src = useObjectUrl(blob);
  return src !== '' && <img src={src} alt={alt} className="absolute inset-0 size-full object-cover" />;
}

function Outcome({ outcome }: { outcome: CameraOutcome | 'allowed' }) {
  const { t } = useTranslation('examCamera');
  return (
    <Strip live tone={outcome === 'taken' || outcome === 'allowed' ? 'delivered' : 'neutral'}>
      {t(`done_${outcome}`)}
    </Strip>
  );
}

/** Explains, before the first picture, which pictures are taken, who sees them and when they are deleted. */
function Purpose({ rules }: { rules: CameraRules }) {
  const { t } = useTranslation('examCamera');
  const lines: readonly ReactNode[] = [
    ...(rules.entryPhoto ? [t('whatEntry')] : []),
    ...(rules.stillMinutes > 0 ? [t('whatStills', { minutes: rules.stillMinutes })] : []),
    t('who', { day: rules.until }),
    t('light'),
    t('free'),
  ];
  return (
    <ul className="list-disc space-y-1 pl-5 text-[15px] leading-relaxed text-muted-foreground marker:text-border">
      {lines.map((line, at) => (
        <li key={at}>{line}</li>
      ))}
    </ul>
  );
}

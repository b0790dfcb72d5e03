import { CirclePlay, Volume2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { decodeRecording, getMediaElement, getRecording, type Recording, type RecordingState } from '../../model/recording.ts';
import type { SittingItem } from '../../model/paper-order.ts';
import { formatCountdown } from '../../model/time-text.ts';
import type { SittingController } from '../../model/sitting-controller.ts';

interface StemMediaProps {
  item: SittingItem;
  controller: SittingController;
  /** Id of the element that shows the stem. */
  stemId: string;
}

/** Shows the recordings and films of a stem at their places in the text. */
export function StemMedia({ item, controller, stemId }: StemMediaProps) {
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const stem = mark.current?.ownerDocument.getElementById(stemId);
    setPlaces([...(stem?.querySelectorAll<HTMLElement>('[data-media]') ?? [])]);
  }, [stemId, item.stemHtml]);
  return (
    <>
      <span ref={mark} hidden />
      {places.map((place, at) => {
        const { media: id = '', plays = '0' } = place.dataset;
        return createPortal(<Media item={item} controller={controller} id={id} limit={Number(plays)} />, place, String(at));
      })}
    </>
  );
}

function Media({ item, controller, id, limit }: { item: SittingItem; controller: SittingController; id: string; limit: number }) {
  const { t } = useTranslation('examAround');
  const address = item.media && Object.hasOwn(item.media, id) ? item.media[id] : undefined;
  const content = useMemo(() => (address === undefined ? undefined : decodeRecording(address)), [address]);
  if (!content) return <span className="text-seal">{t('recording.missing')}</span>;
  const file = `${item.id}/${id}`;
  const name = t(content.type.startsWith('video/') ? 'recording.film' : 'recording.sound');
  return (
    <span role="group" aria-label={name} className="my-2 block max-w-[800px]">
      {limit === 0 ? (
        <Held element={getMediaElement(controller, file, content)} />
      ) : (
        <LimitedRecording recording={getRecording(controller, file, limit, content)} name={name} />
      )}
    </span>
  );
}

/** Puts the media element, which belongs to the attempt, into the page while its question is shown. */
function Held({ element }: { element: HTMLMediaElement }) {
  const take = (box: HTMLSpanElement | null): void => {
    // Append it only once: moving a film within the page would stop it.
    if (element.parentNode !== box) box?.append(element);
  };
  return <span ref={take} className="block" />;
}

function LimitedRecording({ recording, name }: { recording: Recording; name: string }) {
  const { t } = useTranslation('examAround');
  const state = useSyncExternalStore(recording.subscribe, recording.state);
  const { phase, remainingPlays, problem } = state;
  useEffect(() => {
    // The browser stops a film that leaves the page with its question. It continues when the question comes back.
    if (recording.state().phase === 'stopped') void recording.play();
  }, [recording]);
  const note =
    problem !== null
      ? t(`recording.trouble.${problem}`)
      : phase === 'playing'
        ? t('recording.playing')
        : t(phase === 'stopped' ? 'recording.stopped' : remainingPlays === 0 ? 'recording.spentNote' : 'recording.rule');
  return (
    <span className="block rounded-xl border bg-card text-[15px] leading-normal">
      {recording.element instanceof HTMLVideoElement && <Held element={recording.element} />}
      <span className="flex min-h-[64px] items-center gap-3.5 px-4 py-2.5">
        {phase === 'playing' ? (
          <span className="grid size-11 flex-none place-items-center rounded-lg bg-primary-soft text-accent-foreground">
            <Volume2 aria-hidden className="size-5" />
          </span>
        ) : (
          <Button
            variant="primary"
            size="lg"
            busy={phase === 'starting'}
            disabled={phase === 'ready' && remainingPlays === 0}
            onClick={() => void recording.play()}
          >
            <CirclePlay aria-hidden />
            {t(phase === 'stopped' ? 'recording.goOn' : 'recording.play')}
          </Button>
        )}
        <span className="min-w-0 grow">
          <span role="status" className="num block font-semibold">
            {remainingPlays === 0 && phase === 'ready' ? t('recording.spent') : t('recording.left', { count: remainingPlays })}
          </span>
          <span className={`block text-[13px] ${problem === null ? 'text-muted-foreground' : 'text-seal'}`}>{note}</span>
        </span>
        {(phase === 'playing' || phase === 'stopped') && <Position state={state} label={name} />}
      </span>
    </span>
  );
}

function Position({ state: { atMs, lengthMs }, label }: { state: RecordingState; label: string }) {
  const share = lengthMs > 0 ? Math.min(1, atMs / lengthMs) : 0;
  return (
    <span className="w-[150px] flex-none text-right">
      <span className="num text-[13px] text-muted-foreground">
        {formatCountdown(Math.floor(atMs / 1000) * 1000)}
        {lengthMs > 0 && ` / ${formatCountdown(lengthMs)}`}
      </span>
      <progress aria-label={label} max={1} value={share} className="mt-1 block h-1.5 w-full accent-primary" />
    </span>
  );
}

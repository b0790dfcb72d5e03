import { PictureInPicture2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCachedPicture } from '../../../platform/offline-pages/cached-picture.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { formatFilmTime } from '../../../ui/entity/lesson-look.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useCaptions } from '../../../ui/use-object-url.ts';
import { createFilmWatch, isAttended } from '../recorder.ts';
import { type LessonProps, noLessonPlace, useSources } from './lesson-props.ts';

const rates = ['0.75', '1', '1.25', '1.5', '2'];
const momentsMs = 100;
/** Playback restarts from the beginning if it was left this close to the end (ms). */
const endMs = 5_000;

/** Toggles picture-in-picture. A video that has not loaded or a browser that refuses is no error: playback continues in the page. */
async function togglePictureInPicture(film: HTMLVideoElement | null): Promise<void> {
  const done = document.pictureInPictureElement === film ? document.exitPictureInPicture() : film?.requestPictureInPicture();
  await done?.catch(console.warn);
}

/** Plays a video or audio lesson from this device or the server. Playback resumes where the learner stopped, on any device. */
export function FilmLesson({ lesson, userId, makeRecord, onPlace }: LessonProps) {
  const { t } = useTranslation('learning');
  const media = useRef<HTMLVideoElement>(null);
  const record = useEffectEvent(makeRecord);
  const [rate, setRate] = useState('1');
  const [isBroken, setIsBroken] = useState(false);
  const [begunAt] = useState(lesson.progress.position);
  const [resumed, setResumed] = useState(begunAt > endMs && begunAt < lesson.length - endMs);
  const [source] = useSources(userId, lesson.files) ?? [];
  const poster = useCachedPicture(lesson.poster);
  const captions = useCaptions(lesson.captions);
  useEffect(() => {
    const film = media.current;
    if (film === null) return undefined;
    const isSound = lesson.kind === 'audio';
    onPlace({
      now: () => film.currentTime * 1000,
      goTo: (to) => {
        film.currentTime = to / 1000;
        film.scrollIntoView({ block: 'nearest' });
      },
    });
    const watch = createFilmWatch(record(), () => performance.now());
    const recordMoment = () => {
      const isPlaying = !film.paused && !film.seeking && !film.ended && film.readyState >= 2;
      const attended = isAttended({
        isVisible: document.visibilityState === 'visible',
        isSound,
        isInPicture: document.pictureInPictureElement === film,
        isAudible: !film.muted && film.volume > 0,
      });
      watch.moment({ atMs: film.currentTime * 1000, rate: film.playbackRate, counts: isPlaying && attended });
    };
    const timer = setInterval(recordMoment, momentsMs);
    const events = ['play', 'playing', 'pause', 'seeking', 'seeked', 'ended', 'ratechange'] as const;
    for (const event of events) film.addEventListener(event, recordMoment);
    document.addEventListener('visibilitychange', recordMoment);
    window.addEventListener('pagehide', watch.stop);
    return () => {
      clearInterval(timer);
      for (const event of events) film.removeEventListener(event, recordMoment);
      document.removeEventListener('visibilitychange', recordMoment);
      window.removeEventListener('pagehide', watch.stop);
      watch.stop();
      onPlace(noLessonPlace);
    };
  }, [lesson.kind, source, captions, onPlace]);
  if (source === undefined || captions === '') return <Skeleton className="aspect-video rounded-xl" />;
  return (
    <div className="flex flex-col gap-2.5">
      {resumed && (
        <Strip
          tone="neutral"
          action={
            <Button
              size="sm"
              onClick={() => {
                if (media.current !== null) media.current.currentTime = 0;
                setResumed(false);
              }}
            >
              {t('fromStart')}
            </Button>
          }
        >
          {t('resumed', { time: formatFilmTime(begunAt) })}
        </Strip>
      )}
      {isBroken && <Strip tone="seal">{t(navigator.onLine ? 'filmBroken' : 'filmNotHere')}</Strip>}
      <video
        ref={media}
        controls
        playsInline
        preload="metadata"
        aria-label={lesson.title}
        src={source}
        poster={poster}
        className={lesson.kind === 'audio' ? 'h-14 w-full rounded-xl bg-black' : 'aspect-video w-full rounded-xl bg-black'}
        onError={() => setIsBroken(true)}
        onLoadedMetadata={({ currentTarget }) => {
          if (resumed) currentTarget.currentTime = begunAt / 1000;
          currentTarget.playbackRate = Number(rate);
        }}
      >
        <track default={lesson.captions !== ''} kind="captions" srcLang="zh" label={t('captions')} src={captions} />
      </video>
      <div className="flex items-center gap-2.5">
        <span className="text-[13px] text-muted-foreground">{t('speed')}</span>
        <Select
          aria-label={t('speed')}
          className="w-24"
          value={rate}
          onChange={(next) => {
            setRate(next);
            if (media.current !== null) media.current.playbackRate = Number(next);
          }}
          choices={rates.map((value) => ({ value, label: `${value}×` }))}
        />
        {lesson.kind === 'video' && document.pictureInPictureEnabled && (
          <Button size="sm" onClick={() => void togglePictureInPicture(media.current)}>
            <PictureInPicture2 aria-hidden />
            {t('inPicture')}
          </Button>
        )}
      </div>
    </div>
  );
}

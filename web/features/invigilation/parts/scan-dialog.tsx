import { FileUp } from 'lucide-react';
import { useRef, useState, type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { answerFileExtension } from '../../../../sync/engine/transfer/answer-file.ts';
import { QrCollector } from '../../../../sync/engine/transfer/qr-series.ts';
import type { TransferState } from '../../../platform/transfer/transfer-cache.ts';
import { type TransferResult, takeAnswers, decodeSeriesText } from '../../../platform/transfer/answer-transfer.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { formatSeatName } from '../model/room-command-input.ts';
import { addFileResult, type FileTakeResult, listShownResults } from '../model/file-take-results.ts';
import type { SeatView } from '../model/seat-view.ts';
import { useLatest } from '../../../ui/use-latest.ts';

/** Pause in milliseconds between two images that are searched for a code, so that the rest of the page stays responsive. */
const pauseMs = 40;

/**
 * Shows the rear camera in a `video` element and calls `onCode` for every code it reads. `none`: there is no camera; `refused`: the browser
 * refuses its use.
 */
function useCodeCamera(onCode: (code: string) => void | Promise<void>): {
  readonly ref: RefObject<HTMLVideoElement | null>;
  readonly fault: 'none' | 'refused' | null;
} {
  const ref = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<'none' | 'refused' | null>(null);
  const handleCode = useEffectEvent(onCode);
  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;
    let stream: MediaStream | undefined;
    const watch = async (): Promise<void> => {
      // On an insecure origin, browsers do not define `mediaDevices`.
      const media = navigator.mediaDevices as MediaDevices | undefined;
      if (!media) return setFault('none');
      const videoConstraints = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
      stream = await media.getUserMedia({ video: videoConstraints, audio: false });
      if (signal.aborted) return stream.getTracks().forEach((track) => track.stop());
      const { decodeQR } = await import('qr/decode.js');
      const video = ref.current;
      if (!video) return;
      video.srcObject = stream;
      await video.play();
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d', { willReadFrequently: true });
      while (!signal.aborted && context) {
        const { videoWidth: width, videoHeight: height } = video;
        if (width > 0) {
          [canvas.width, canvas.height] = [width, height];
          context.drawImage(video, 0, 0);
          const code = readCode(decodeQR, context.getImageData(0, 0, width, height));
          if (code !== undefined) await handleCode(code);
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    };
    watch().catch((cause: unknown) => {
      if (signal.aborted) return;
      setFault(cause instanceof DOMException && cause.name === 'NotFoundError' ? 'none' : 'refused');
    });
    return () => {
      abortController.abort();
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return { ref, fault };
}

/** Decodes a picture; undefined if it contains no readable code. */
function readCode(decode: (image: ImageData) => string, picture: ImageData): string | undefined {
  try {
    return decode(picture);
  } catch {
    return undefined;
  }
}

/** Takes over answers from PCs without a network, by their QR codes or answer files, and delivers them to the server (SY7a). */
export function ScanDialog({
  seats,
  carried,
  onComplete,
  onClose,
}: {
  seats: readonly SeatView[];
  carried: ReadonlyMap<string, TransferState>;
  onComplete: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['invigilation', 'ui']);
  const [scanProgress, setScanProgress] = useState<{ readCount: number; total: number } | null>(null);
  const [takeResults, setTakeResults] = useState<readonly FileTakeResult[]>([]);
  const collector = useRef(new QrCollector());
  const takenNames = useRef(new Set<string>());
  const input = useRef<HTMLInputElement>(null);
  const seatsRef = useLatest(seats);

  const take = async (from: string | File): Promise<TransferResult> => {
    const taken = await takeAnswers(from, new Set(seatsRef.current.map((seat) => seat.attemptId)));
    setTakeResults((before) => addFileResult(before, { file: typeof from === 'string' ? '' : from.name, result: taken }));
    onComplete();
    return taken;
  };
  const { ref: videoRef, fault } = useCodeCamera(async (code) => {
    const state = collector.current.addCode(code);
    if (!state || takenNames.current.has(state.name)) return;
    setScanProgress({ readCount: state.readCount, total: state.total });
    if (state.bytes === null) return;
    const text = await decodeSeriesText(state.name, state.bytes);
    if (text === undefined) {
      collector.current.forget(state.name);
      return setTakeResults((before) => addFileResult(before, { file: '', result: { kind: 'broken' } }));
    }
    // If the answers of a series of codes could not be stored, forget the series, so that it can be read again once there is space.
    const { kind } = await take(text);
    if (kind === 'kept') takenNames.current.add(state.name);
    else collector.current.forget(state.name);
    setScanProgress(null);
  });
  const carriedSeats = seats.flatMap((seat) => {
    const state = carried.get(seat.attemptId);
    return state ? [{ seat, state }] : [];
  });
  const whoOf = (attemptIds: readonly string[]): string =>
    joinWords(seats.filter((seat) => attemptIds.includes(seat.attemptId)).map(formatSeatName));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('carry_scanTitle')}
      description={t('carry_scanText')}
      className="w-[min(44rem,calc(100vw-2rem))]"
      footer={
        <>
          <Button size="lg" onClick={() => input.current?.click()}>
            <FileUp aria-hidden />
            {t('carry_file')}
          </Button>
          <Button size="lg" variant="primary" onClick={onClose}>
            {t('ui:close')}
          </Button>
        </>
      }
    >
      <FileInput
        ref={input}
        aria-label={t('carry_file')}
        accept={answerFileExtension}
        multiple
        onFiles={(files) =>
          void (async () => {
            for (const file of files) await take(file);
          })()
        }
      />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="flex flex-col gap-2.5">
          {fault === null ? (
            <video
              ref={videoRef}
              muted
              playsInline
              aria-label={t('carry_camera')}
              className="aspect-[4/3] w-full rounded-lg bg-black object-cover"
            />
          ) : (
            <Strip tone="kept">{t(fault === 'none' ? 'carry_cameraNone' : 'carry_cameraRefused')}</Strip>
          )}
          {fault === null && (
            <>
              <p className="num text-sm">
                {scanProgress ? t('carry_seen', { have: scanProgress.readCount, total: scanProgress.total }) : t('carry_looking')}
              </p>
              <Progress
                value={scanProgress ? scanProgress.readCount / scanProgress.total : 0}
                label={scanProgress ? t('carry_seen', { have: scanProgress.readCount, total: scanProgress.total }) : t('carry_looking')}
              />
            </>
          )}
        </div>
        <div className="flex flex-col gap-2">
          <h3 className="text-sm font-semibold">{t('carry_list')}</h3>
          {carriedSeats.length === 0 && <p className="text-[13px] text-muted-foreground">{t('carry_nothing')}</p>}
          <ul className="scroll-slim flex max-h-60 flex-col overflow-y-auto text-[13.5px]">
            {carriedSeats.map(({ seat, state }) => (
              <li key={seat.attemptId} className="flex flex-col border-b py-1.5 last:border-b-0">
                <span className="num font-semibold">{formatSeatName(seat)}</span>
                <span className={state.waitingCount > 0 ? 'text-kept-ink' : 'text-delivered'}>
                  {state.waitingCount > 0 ? t('carry_waiting', { count: state.waitingCount }) : t('carry_delivered')}
                  {state.refused && ` · ${t('carry_refused')}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      {/* Focusable, so that arrow keys scroll a long list. */}
      <div
        role="status"
        tabIndex={takeResults.length === 0 ? undefined : 0}
        className="scroll-slim mt-3 flex max-h-60 flex-col gap-2 overflow-y-auto"
      >
        {listShownResults(takeResults).map(({ file, result: taken }) => (
          <FileTakeReport key={file} file={file} result={taken} whoOf={whoOf} />
        ))}
      </div>
    </Dialog>
  );
}

function FileTakeReport({ file, result: taken, whoOf }: FileTakeResult & { whoOf: (attemptIds: readonly string[]) => string }) {
  const { t } = useTranslation('invigilation');
  const fileHeading = file === '' ? null : <b className="block font-semibold break-all">{file}</b>;
  if (taken.kind !== 'kept')
    return (
      <Strip tone="seal">
        {fileHeading}
        {t(`carry_fault_${taken.kind}`)}
      </Strip>
    );
  return (
    <>
      <Strip tone="delivered">{t('carry_kept', { who: whoOf(taken.attemptIds), count: taken.ops })}</Strip>
      {taken.strangers > 0 && <Strip tone="kept">{t('carry_strangers', { count: taken.strangers })}</Strip>}
      {taken.damaged > 0 && (
        <Strip tone="seal">
          {fileHeading}
          {t('carry_damaged', { count: taken.damaged })}
        </Strip>
      )}
      {taken.chunks > 0 && (
        <Strip tone="kept">
          {fileHeading}
          {t('carry_noPhotos')}
        </Strip>
      )}
    </>
  );
}

import { QrCode, Pause, Play } from 'lucide-react';
import { useState, useEffect, useRef } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import encodeQR from 'qr';
import { orderQrRound } from '../../../../../sync/engine/transfer/qr-series.ts';
import { type AnswerCodes, createAnswerCodes } from '../../../../platform/transfer/answer-codes.ts';
import { Dialog } from '../../../../ui/primitives/dialog.tsx';
import { Skeleton } from '../../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';

/** Opens the QR codes by which answers reach the invigilator's tablet (SY7a), for rooms where memory sticks are missing or forbidden. */
export function AnswerCodesButton({ attemptIds, small }: { attemptIds: readonly string[]; small?: true }) {
  const { t } = useTranslation('examAround');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...(small && { size: 'sm' })} onClick={() => setOpen(true)}>
        <QrCode aria-hidden />
        {t('codes.do')}
      </Button>
      {open && <AnswerCodesDialog attemptIds={attemptIds} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Codes per second that a tablet's camera and decoder can follow. */
const codesASecond = 6;
/** Number of codes that are shown in one minute. If the answers need more codes, the dialog recommends an answer file. */
const manyCodes = 60 * codesASecond;
const border = 4;

/**
 * Shows everything that this PC has of these attempts as a series of QR codes for the invigilator's tablet (SY7a). It only reads; showing codes
 * does not count as delivery.
 */
function AnswerCodesDialog({ attemptIds, onClose }: { attemptIds: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('examAround');
  const [result, setResult] = useState<AnswerCodes | 'failed' | null>(null);
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    let isOver = false;
    createAnswerCodes(attemptIds).then(
      (codes) => isOver || setResult(codes),
      () => isOver || setResult('failed'),
    );
    return () => {
      isOver = true;
    };
  }, [attemptIds]);
  const answerCodes = result === 'failed' ? null : result;
  const codes = answerCodes?.codes ?? null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('codes.title')}
      description={t('codes.text')}
      className="w-[min(46rem,calc(100vw-2rem))]"
      footer={
        <>
          {codes && codes.length > 1 && (
            <Button onClick={() => setPaused(!paused)}>
              {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
              {t(paused ? 'codes.goOn' : 'codes.pause')}
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {t('codes.close')}
          </Button>
        </>
      }
    >
      {result === null && <Skeleton className="mx-auto aspect-square w-[min(100%,26rem)]" />}
      {result === 'failed' && <Strip tone="seal">{t('codes.failed')}</Strip>}
      {answerCodes && codes === null && <Strip tone="kept">{t('codes.tooMuch')}</Strip>}
      {answerCodes?.photos === true && (
        <Strip tone="kept" className="mb-3">
          {t('codes.photos')}
        </Strip>
      )}
      {answerCodes && codes && (
        <div className="flex flex-wrap items-start gap-5">
          <Codes codes={codes} paused={paused} label={t('codes.picture')} />
          <div className="flex min-w-40 flex-1 flex-col gap-2.5 text-sm leading-relaxed">
            <p className="num">
              {t('codes.size', { count: codes.length, seconds: Math.ceil(codes.length / codesASecond), ops: answerCodes.ops })}
            </p>
            {codes.length > manyCodes && <Strip tone="kept">{t('codes.long')}</Strip>}
            {answerCodes.unread > 0 && <Strip tone="seal">{t('codes.unread', { count: answerCodes.unread })}</Strip>}
            <p className="text-muted-foreground">{t('codes.after')}</p>
          </div>
        </div>
      )}
    </Dialog>
  );
}

/** Draws the codes on a canvas: some ten thousand squares, six times a second, are too many for DOM elements. */
function Codes({ codes, paused, label }: { codes: readonly string[]; paused: boolean; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const at = useRef({ round: 0, n: 0 });
  useEffect(() => {
    if (paused) return undefined;
    const draw = (): void => {
      const { round, n } = at.current;
      paint(canvas.current, codes[orderQrRound(codes.length, round)[n] ?? 0] ?? '');
      at.current = n + 1 < codes.length ? { round, n: n + 1 } : { round: round + 1, n: 0 };
    };
    draw();
    if (codes.length === 1) return undefined;
    const timer = setInterval(draw, 1000 / codesASecond);
    return () => clearInterval(timer);
  }, [codes, paused]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className="aspect-square w-[min(100%,27rem,calc(100dvh-15rem))] rounded-md border bg-white [image-rendering:pixelated]"
    />
  );
}

function paint(canvas: HTMLCanvasElement | null, code: string): void {
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return;
  const rows = encodeQR(code, 'raw', { ecc: 'low', border });
  canvas.width = rows.length;
  canvas.height = rows.length;
  const picture = context.createImageData(rows.length, rows.length);
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries()) picture.data.set([...Array<number>(3).fill(dark ? 0 : 255), 255], (y * rows.length + x) * 4);
  context.putImageData(picture, 0, 0);
}

import { CircleCheck, HardDrive, Hourglass, Scale, Server, ShieldCheck, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { cn } from '../../../../lib/cn.ts';
import { formatClock, formatDay } from '../../../../lib/format-time.ts';
import { deliverNow } from '../../../../platform/exam-device/delivery.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { PageLink } from '../../../../ui/page-link.tsx';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import type { AttemptView } from '../../../../../sync/engine/client/attempt-session.ts';
import { getItemQuestion, parseAttachmentQuestion } from '../../../../../sync/engine/ops/attachment.ts';
import { deriveHandInCode } from '../../../../../sync/crypto/release-code.ts';
import { hasCardAnswer } from '../../model/card-state.ts';
import { ExportAnswersButton } from './export-answers-button.tsx';
import { deriveDelivery, type DeliveryState, type ReceiptCheckResult } from '../../model/delivery-state.ts';
import { formatTicketGroups } from '../../model/time-text.ts';
import type { SittingFacts } from '../../model/sitting-facts.ts';

const heads: Record<DeliveryState, { tone: string; icon: ReactNode }> = {
  waiting: { tone: 'text-kept-ink', icon: <Hourglass aria-hidden /> },
  signing: { tone: 'text-primary', icon: <Hourglass aria-hidden /> },
  done: { tone: 'text-delivered', icon: <CircleCheck aria-hidden /> },
  undecided: { tone: 'text-kept-ink', icon: <Scale aria-hidden /> },
  lacking: { tone: 'text-kept-ink', icon: <TriangleAlert aria-hidden /> },
  differ: { tone: 'text-seal', icon: <TriangleAlert aria-hidden /> },
};
const surfaces: Record<DeliveryState, string> = {
  waiting: 'bg-kept-soft text-kept-ink',
  signing: 'bg-primary-soft text-accent-foreground',
  done: 'bg-delivered-soft text-delivered',
  undecided: 'bg-kept-soft text-kept-ink',
  lacking: 'bg-kept-soft text-kept-ink',
  differ: 'bg-seal-soft text-seal',
};

function Row({ icon, label, children, aside }: { icon: ReactNode; label: string; children: ReactNode; aside?: ReactNode }) {
  return (
    // One term with its descriptions in a grid: a description list allows only this wrapper.
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-4 border-t px-6 py-4 first:border-t-0">
      <dt className="flex items-center gap-4 text-[13px] text-muted-foreground [&_svg]:size-5 [&_svg]:stroke-[1.6]">
        {icon}
        {label}
      </dt>
      <dd className={cn('num mt-0.5 pl-9 text-[15px]', aside === undefined && 'col-span-2')}>{children}</dd>
      {aside !== undefined && <dd className="col-start-2 row-start-1 self-center">{aside}</dd>}
    </div>
  );
}

interface ReceiptPanelProps {
  attemptId: string;
  facts: SittingFacts;
  view: AttemptView;
  check: ReceiptCheckResult;
}

/**
 * Shows the state after hand-in: ops on this PC, ops on the server, the receipt, and the next step if they differ. It updates as delivery
 * proceeds.
 */
export function ReceiptPanel({ attemptId, facts, view, check }: ReceiptPanelProps) {
  const { t, i18n } = useTranslation('examSitting');
  // The focused element was removed with the questions, so move the focus to the heading.
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus({ preventScroll: true }), []);
  const { localCount, received, copies } = view.saveStatus;
  const delivery = deriveDelivery(view, check);
  const timedOut = view.handIn?.by === 'timeout';
  const through = delivery === 'done' || delivery === 'undecided' || delivery === 'lacking';
  const delivered = through || delivery === 'signing';
  const owed = localCount - received || (view.receipt?.missingOps ?? 0);
  const count = delivery === 'undecided' ? (view.news?.waiting ?? 0) : owed;
  const title = delivered
    ? t(timedOut ? 'receipt.titleTimeout' : 'receipt.title')
    : t(timedOut ? 'receipt.heldTimeoutTitle' : 'receipt.heldTitle');
  const answeredCount = new Set([...view.answers].flatMap(([name, value]) => (hasCardAnswer(value) ? [getItemQuestion(name)] : []))).size;
  const files = [...view.answers].filter(([name, value]) => parseAttachmentQuestion(name) !== undefined && hasCardAnswer(value)).length;
  const { receipt } = view;
  // The clock of this PC may be wrong. The time of the server is shown once its receipt proves it.
  const serverMs = receipt !== null && (check === 'valid' || check === 'elsewhere') ? receipt.receivedMs : null;
  const atMs = serverMs ?? view.handIn?.wallMs ?? null;
  const digest = view.handIn?.digest ?? receipt?.digest ?? '';
  const [code, setCode] = useState('');
  useEffect(() => {
    if (digest !== '') void deriveHandInCode(attemptId, digest).then(setCode);
  }, [attemptId, digest]);
  return (
    <main className="scroll-slim grid min-h-dvh place-items-center overflow-y-auto p-6">
      <div className="w-full max-w-[640px]">
        <header className="mb-5 flex items-center gap-4">
          <span className={cn('[&_svg]:size-11 [&_svg]:stroke-[1.4]', heads[delivery].tone)}>{heads[delivery].icon}</span>
          <div className="min-w-0">
            <h1 ref={head} tabIndex={-1} className="text-2xl font-[650] outline-none">
              {title}
            </h1>
            <p className="num text-muted-foreground">
              {facts.schoolTitle} · {facts.examName}
              {atMs !== null && ` · ${t(serverMs === null ? 'receipt.atHere' : 'receipt.at', { time: formatClock(atMs) })}`}
            </p>
          </div>
        </header>
        <div role="status" className={cn('mb-4 rounded-xl px-6 py-4 leading-relaxed', surfaces[delivery])}>
          <strong className="block text-base font-semibold">{t(`receipt.${delivery}Title`, { count })}</strong>
          {t(`receipt.${delivery}`, { count, safe: copies === 'both' ? t('player.safe') : '' })}
        </div>
        <dl className="overflow-hidden rounded-t-xl border bg-card">
          <Row
            icon={<HardDrive aria-hidden />}
            label={t('receipt.here')}
            aside={
              <Chip>
                {facts.answerableCount === null
                  ? t('receipt.hereCount', { answered: answeredCount })
                  : t('receipt.hereNote', { answered: answeredCount, total: facts.answerableCount })}
              </Chip>
            }
          >
            {t('receipt.hereValue', { count: localCount })}
            {files > 0 && ` · ${t('receipt.files', { count: files })}`}
          </Row>
          <Row
            icon={<Server aria-hidden />}
            label={t('receipt.server')}
            aside={
              owed === 0 ? (
                <Chip tone="delivered" mark="dot">
                  {t('receipt.serverAll')}
                </Chip>
              ) : (
                <Chip tone="kept" mark="ring">
                  {t('receipt.serverWaiting', { count: owed })}
                </Chip>
              )
            }
          >
            {t('receipt.serverValue', { received, here: localCount })}
          </Row>
          <Row icon={<ShieldCheck aria-hidden />} label={t('receipt.receipt')}>
            {receipt === null ? (
              <span className="text-muted-foreground">{t('receipt.receiptWaiting')}</span>
            ) : (
              <div className="space-y-1">
                <p className={check === 'forged' || check === 'differs' ? 'font-semibold text-seal' : ''}>
                  {t(`receipt.check_${check === 'none' ? 'checking' : check}`)}
                </p>
                <p className="text-[13px] text-muted-foreground">
                  {t('receipt.counted', { count: receipt.opCount, answered: receipt.answeredCount })}
                  {owed === 0 && ` · ${t('receipt.received', { time: formatClock(receipt.receivedMs) })}`}
                </p>
                {receipt.quarantined.length > 0 && (
                  <p className="text-[13px] text-kept-ink">{t('receipt.quarantined', { count: receipt.quarantined.length })}</p>
                )}
                <p className="text-[13px] break-all text-muted-foreground">
                  {t('receipt.digest')} <span className="font-mono">{receipt.digest}</span>
                </p>
              </div>
            )}
          </Row>
        </dl>
        {code !== '' && (
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 border border-t-0 bg-card px-6 py-3">
            <span className="text-[13px] text-muted-foreground">{t('receipt.code')}</span>
            <output aria-label={t('receipt.codeName')} className="font-mono text-2xl font-semibold tracking-wider">
              {code}
            </output>
          </p>
        )}
        <p className="num rounded-b-xl border border-t-0 bg-card px-6 py-3 text-[13px] text-muted-foreground">
          {facts.personName}
          {facts.seatLabel !== '' && ` · ${facts.seatLabel}`}
          {facts.ticketNo !== '' && ` · ${t('player.ticket', { ticket: formatTicketGroups(facts.ticketNo) })}`}
          {atMs !== null && ` · ${formatDay(atMs, i18n.language)}`}
        </p>
        <div className="mt-5 flex flex-wrap justify-end gap-2.5 print:hidden">
          {(delivery === 'waiting' || delivery === 'differ') && <ExportAnswersButton attemptId={attemptId} facts={facts} />}
          {delivery === 'waiting' && <Button onClick={deliverNow}>{t('receipt.deliverNow')}</Button>}
          {through && <Button onClick={() => window.print()}>{t('receipt.print')}</Button>}
          {/* This page does not know whether the scores are released, so their page is not the main next step. */}
          {through && (
            <Button asChild>
              <PageLink to={facts.score}>{t('receipt.score')}</PageLink>
            </Button>
          )}
          <Button asChild variant="primary">
            <PageLink to={facts.home}>{t('receipt.home')}</PageLink>
          </Button>
        </div>
      </div>
    </main>
  );
}

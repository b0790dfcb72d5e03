import { Dices, Send } from 'lucide-react';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { planState } from '../../../../sync/domain/exams/exam-machine.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { getSchoolLogo } from '../../../platform/session/session-user.ts';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { PrintLayout } from '../../../ui/print/print-layout.tsx';
import { getPlanState } from '../board/plan-state.ts';
import { type ExamPlan, planCallPrefixes } from '../exam-plan-queries.ts';
import { PlanFrame } from '../frame/plan-frame.tsx';
import { DrawDialog } from './draw-dialog.tsx';
import { DrawProtocol } from './draw-protocol.tsx';
import type { StationDraw } from './draw-input.ts';

/** Draws stations and task sheets of a practical part, publishes the result and prints its record. The shown draw is part of the URL. */
export function StationDrawPage() {
  return <PlanFrame>{(plan) => <Draws plan={plan} />}</PlanFrame>;
}

function Draws({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation('stationDraw');
  const mayChange = useCanChangeData();
  const [drawing, setDrawing] = useState(false);
  const { data, error, refetch } = useCall('/exam/getDraws', { id: plan.id });
  if (plan.part !== 'practical') return <EmptyState title={t('onlyPractical')} />;
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  const [last] = data.draws;
  const canDraw = mayChange && getPlanState(plan) === planState.published && plan.release.releasedMs === null;
  const drawButton = canDraw && (
    <Button variant={last === undefined ? 'primary' : 'outline'} onClick={() => setDrawing(true)}>
      <Dices aria-hidden />
      {t(last === undefined ? 'draw' : 'drawAgain')}
    </Button>
  );
  return (
    <>
      {last === undefined ? (
        <EmptyState title={t('none')} action={drawButton}>
          {t(getPlanState(plan) === planState.draft ? 'noneDraft' : 'noneText')}
        </EmptyState>
      ) : (
        <ShownDraw plan={plan} draws={data.draws} last={last} drawButton={drawButton} />
      )}
      {drawing && <DrawDialog plan={plan} last={last} onClose={() => setDrawing(false)} />}
    </>
  );
}

interface ShownDrawProps {
  plan: ExamPlan;
  draws: readonly StationDraw[];
  last: StationDraw;
  drawButton: ReactNode;
}

function ShownDraw({ plan, draws, last, drawButton }: ShownDrawProps) {
  const { t } = useTranslation('stationDraw');
  const user = useAtomValue(sessionUserAtom);
  const [params, setParams] = useSearchParams();
  const draw = draws.find((one) => String(one.number) === params.get('number')) ?? last;
  return (
    <>
      <div className="flex flex-col gap-2 print:hidden">
        <DrawState plan={plan} draw={draw} last={last} />
      </div>
      <PrintLayout
        school={{ title: user?.school_title ?? '', logo: user === null ? '' : getSchoolLogo(user) }}
        title={t('protocol')}
        {...(draw !== last && { badge: t('void') })}
        subtitle={`${plan.name} · ${t('number', { n: draw.number })}`}
        footer={`${plan.name} · ${t('number', { n: draw.number })} · ${t('seed')} ${draw.seed}`}
        orientation={draw.setup.mode === 'rotation' && draw.setup.stations.length > 3 ? 'landscape' : 'portrait'}
        actions={
          <>
            {draws.length > 1 && (
              <Select
                aria-label={t('which')}
                value={String(draw.number)}
                onChange={(number) => setParams({ number }, { replace: true })}
                choices={draws.map((one) => ({
                  value: String(one.number),
                  label: one === last ? t('number', { n: one.number }) : `${t('number', { n: one.number })}（${t('void')}）`,
                }))}
                className="mr-auto w-52"
              />
            )}
            {drawButton}
            {drawButton !== false && draw === last && draw.publishedMs === null && <PublishDrawButton plan={plan} draw={draw} />}
          </>
        }
      >
        <DrawProtocol draw={draw} />
      </PrintLayout>
    </>
  );
}

/** Says whether the draw is valid, whole, in time and published. */
function DrawState({ plan, draw, last }: { plan: ExamPlan; draw: StationDraw; last: StationDraw }) {
  const { t } = useTranslation('stationDraw');
  const planEndMs = plan.startMs + plan.durationMs;
  const isTooLong = draw.places.some((place) => place.visits.some((visit) => visit.endMs > planEndMs));
  return (
    <>
      {!draw.repeatable && <Strip tone="seal">{t('notRepeatable')}</Strip>}
      {draw !== last && <Strip tone="neutral">{t('isVoid', { n: last.number })}</Strip>}
      {draw === last && draw.missing.length > 0 && (
        <Strip tone="seal">{t('missing', { count: draw.missing.length, names: draw.missing.join('、') })}</Strip>
      )}
      {draw === last && isTooLong && <Strip tone="seal">{t('drawTooLong', { end: formatDateTime(planEndMs) })}</Strip>}
      {draw === last && draw.publishedMs === null && <Strip tone="kept">{t('hidden')}</Strip>}
      {draw === last && draw.publishedMs !== null && (
        <Strip tone="delivered">{t('publishedBy', { name: draw.publishedBy, time: formatDateTime(draw.publishedMs) })}</Strip>
      )}
    </>
  );
}

function PublishDrawButton({ plan, draw }: { plan: ExamPlan; draw: StationDraw }) {
  const { t } = useTranslation('stationDraw');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setAsking(true)}>
        <Send aria-hidden />
        {t('publish')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('publishTitle', { n: draw.places.length, number: draw.number })}
          confirm={t('publish')}
          run={(quiet) => makeCall('/exam/publishDraw', { id: plan.id, number: draw.number }, quiet)}
          invalidates={planCallPrefixes}
          doneText={t('published')}
          onClose={() => setAsking(false)}
        >
          {t('publishWhat')}
        </ConfirmDialog>
      )}
    </>
  );
}

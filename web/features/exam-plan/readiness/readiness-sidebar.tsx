import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { hasPassedDrill } from '../../../../sync/domain/exams/machine-readiness.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type BoardSeat, type Readiness } from './readiness-view.ts';

interface ReadyAsideProps {
  board: Readiness;
  rows: readonly BoardSeat[];
  planId: number;
  roomId: number;
}

/** Shows the results of the room's drills, and the readiness report for a signature. */
export function ReadinessSidebar({ board, rows, planId, roomId }: ReadyAsideProps) {
  const { t } = useTranslation(['ready', 'words']);
  const invalidate = useInvalidate();
  const mayChange = useCanChangeData();
  const [exceptions, setExceptions] = useState('');
  const sign = useAction({
    mutationFn: () => makeCall('/exam/signReadiness', { id: planId, roomId, exceptions: exceptions.trim() }),
    onSuccess: () => toast.success(t('signedNow')),
    onSettled: () => invalidate('/exam/getReadiness'),
  });
  const start = useAction({
    mutationFn: () => makeCall('/exam/startDrill', { roomId }),
    onSuccess: () => toast.success(t('drillAsked')),
    onSettled: () => invalidate('/exam/getReadiness'),
  });
  const registered = rows.filter((row) => row.machine != null).length;
  const drills = rows.flatMap((row) => row.machine?.report?.drill ?? []);
  const answered = drills.filter((drill) => board.drillMs !== null && drill.askedMs === board.drillMs).length;
  const good = drills.filter(hasPassedDrill);
  const wrong = rows.filter((row) => row.faults.length > 0).length;
  const { signed } = board;
  const isVoid = signed !== null && signed.revision !== board.revision;
  const sum = (of: 'written' | 'delivered' | 'sends'): number => drills.reduce((total, drill) => total + drill[of], 0);
  return (
    <>
      <Panel
        title={t('drill')}
        aside={
          drills.length > 0 && (
            <Chip tone={good.length === drills.length ? 'delivered' : 'seal'} mark={good.length === drills.length ? 'dot' : 'square'}>
              {t(good.length === drills.length ? 'drillPassed' : 'drillFailed')}
            </Chip>
          )
        }
        bodyClassName="flex flex-col gap-3 px-3.5 py-3 text-sm"
      >
        {drills.length === 0 ? (
          <p className="text-muted-foreground">{t('drillNone')}</p>
        ) : (
          <dl className="num grid grid-cols-[1fr_auto] gap-y-1.5">
            <dt>{t('drillMachines')}</dt>
            <dd className="font-semibold">{t('words:ofCount', { n: drills.length, of: rows.length })}</dd>
            <dt>{t('drillOpened')}</dt>
            <dd className="font-semibold">{drills.filter((drill) => drill.opened).length}</dd>
            <dt>{t('drillAnswers')}</dt>
            <dd className="font-semibold">{t('words:ofCount', { n: sum('delivered'), of: sum('written') })}</dd>
            <dt>{t('drillSends')}</dt>
            <dd className="font-semibold">{sum('sends')}</dd>
            <dt>{t('drillSlowest')}</dt>
            <dd className="font-semibold">{t('milliseconds', { n: Math.max(...drills.map((drill) => drill.slowestMs)) })}</dd>
          </dl>
        )}
        {board.drillMs !== null && (
          <p role="status" className="num text-[13px] text-muted-foreground">
            {t('drillProgress', { time: formatDateTime(board.drillMs), n: answered, of: registered })}
          </p>
        )}
        {mayChange && (
          <Button busy={start.isPending} disabled={registered === 0} onClick={() => start.mutate()}>
            {t('drillRoom')}
          </Button>
        )}
      </Panel>
      <Panel
        title={t('report')}
        aside={
          signed !== null && (
            <Chip tone={isVoid ? 'seal' : 'delivered'} mark={isVoid ? 'square' : 'dot'}>
              {t(isVoid ? 'signedVoid' : 'signedNow')}
            </Chip>
          )
        }
        bodyClassName="flex flex-col gap-3 px-3.5 py-3 text-sm"
      >
        {signed !== null && (
          <p className="num">
            {t('signedWhat', {
              by: signed.by,
              time: formatDateTime(signed.ms),
              n: signed.revision,
              ready: signed.ready,
              machines: signed.machines,
            })}
            {signed.exceptions !== '' && (
              <span className="block text-muted-foreground">{t('signedExcept', { text: signed.exceptions })}</span>
            )}
          </p>
        )}
        {mayChange && (
          <>
            <Field label={t('exceptions')} required={wrong > 0} hint={wrong > 0 ? t('exceptionsHint', { n: wrong }) : t('signHint')}>
              {(field) => (
                <Textarea {...field} rows={2} maxLength={400} value={exceptions} onChange={(event) => setExceptions(event.target.value)} />
              )}
            </Field>
            <Button variant="primary" busy={sign.isPending} disabled={wrong > 0 && exceptions.trim() === ''} onClick={() => sign.mutate()}>
              {t('sign')}
            </Button>
          </>
        )}
      </Panel>
    </>
  );
}

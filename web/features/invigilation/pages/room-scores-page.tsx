import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { ExamUserStatusChip } from '../../../ui/entity/status-chip.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

/** Page /invigilator/exam/score/{plan}: the final state of the invigilator's rooms, with points after the release of scores. */
export function RoomScoresPage() {
  const { t } = useTranslation(['invigilation', 'ui', 'words']);
  const planId = Number(useParams()['id']);
  const { data, error, refetch } = useCall('/invigilation/getScores', { planId }, { quiet: true });
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-96 rounded-xl" />;
  const released = data.releasedMs !== null;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={data.planName} description={formatDateTime(data.startMs)} />
      {!released && <Strip tone="neutral">{t('notReleased')}</Strip>}
      <Panel title={t('words:planScores')} bodyClassName="overflow-x-auto">
        <table className="num w-full text-sm">
          <thead>
            <tr className="border-b text-left text-muted-foreground">
              {(['room', 'seatNo', 'name', 'ticketNo', 'status', ...(released ? (['points', 'result'] as const) : [])] as const).map(
                (head) => (
                  <th key={head} scope="col" className="px-4 py-2 font-normal whitespace-nowrap">
                    {t(head)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {data.items.map((one) => (
              <tr key={one.userId} className="border-b last:border-b-0">
                <td className="px-4 py-2">{one.roomName}</td>
                <td className="px-4 py-2">{padTwoDigits(one.seatNo)}</td>
                <td className="px-4 py-2">{one.name}</td>
                <td className="px-4 py-2">{one.ticketNo}</td>
                <td className="px-4 py-2">
                  <ExamUserStatusChip status={one.status} />
                </td>
                {released && (
                  <>
                    <td className="px-4 py-2">{one.points === null ? '—' : `${one.points} / ${data.totalPoints}`}</td>
                    <td className="px-4 py-2">{one.passed === null ? '—' : t(one.passed ? 'ui:passed' : 'failedResult')}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { spareSeatNumber } from '../../../../sync/contract/exams/exam-readiness.ts';
import { cn } from '../../../lib/cn.ts';
import { formatSeconds } from '../../../lib/format-number.ts';
import { ChipMark } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import type { BoardSeat } from './readiness-view.ts';

interface MachineTableProps {
  rows: readonly BoardSeat[];
  nameOf: (seatNo: number) => string;
  aside: ReactNode;
  nowMs: number;
}

/** Shows one row a seat: what its machine has ready, and its faults in words. */
export function MachineTable({ rows, nameOf, aside, nowMs }: MachineTableProps) {
  const { t } = useTranslation('ready');
  const fact = (good: boolean, text: string) => (
    <span className={cn('flex items-center gap-1.5 whitespace-nowrap', !good && 'font-semibold text-kept-ink')}>
      <ChipMark shape={good ? 'dot' : 'square'} className={good ? 'text-delivered' : 'text-kept-ink'} />
      {text}
    </span>
  );
  const seen = (ms: number): string => {
    const seconds = Math.max(0, Math.round((nowMs - ms) / 1000));
    return seconds < 120 ? t('secondsAgo', { n: seconds }) : t('minutesAgo', { n: Math.round(seconds / 60) });
  };
  return (
    <Panel title={t('machines')} aside={aside} bodyClassName="overflow-x-auto scroll-slim">
      <table className="num w-full text-sm [&_td]:px-3 [&_td]:py-2 [&_th]:px-3 [&_th]:py-2 [&_th]:text-left [&_th]:font-normal [&_th]:whitespace-nowrap [&_th]:text-muted-foreground">
        <thead className="border-b">
          <tr>
            {(['seat', 'machine', 'package', 'revision', 'storage', 'clock', 'build', 'seen'] as const).map((head) => (
              <th key={head} scope="col">
                {t(`head_${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ seatNo, variant, machine, faults }) => {
            const report = machine?.report;
            const name = seatNo === spareSeatNumber ? t('spare') : String(seatNo).padStart(2, '0');
            return (
              <tr
                key={machine?.machineId ?? `seat.${seatNo}`}
                aria-label={faults.length === 0 ? t('rowReady', { name }) : t('rowWrong', { name })}
                className={cn('border-b last:border-b-0', faults.length > 0 && 'bg-kept-soft/45')}
              >
                <td className="font-semibold">{name}</td>
                <td className="whitespace-nowrap">{nameOf(seatNo)}</td>
                {report == null ? (
                  <td colSpan={5}>{fact(false, t(machine === undefined ? 'noMachine' : 'noReport'))}</td>
                ) : (
                  <>
                    <td>
                      {fact(!faults.includes('package'), report.holds === '' ? t('noPackage', { variant: variant ?? '' }) : report.holds)}
                    </td>
                    <td>{fact(!faults.includes('revision'), t('revisionNo', { n: report.revision }))}</td>
                    <td>{fact(!faults.includes('persisted'), t(report.persisted === true ? 'locked' : 'mayBeCleared'))}</td>
                    <td>{fact(!faults.includes('clock'), t('seconds', { n: formatSeconds(report.offsetMs) }))}</td>
                    <td>
                      {faults.includes('certificate')
                        ? fact(false, t('untrusted'))
                        : faults.includes('noWorker')
                          ? fact(false, t('noWorker'))
                          : fact(!faults.includes('worker'), t(faults.includes('worker') ? 'oldBuild' : 'newBuild'))}
                    </td>
                  </>
                )}
                <td
                  className={cn('whitespace-nowrap', faults.includes('silent') ? 'font-semibold text-kept-ink' : 'text-muted-foreground')}
                >
                  {machine === undefined ? '' : seen(machine.seenMs)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="px-3 py-2 text-[13px] text-muted-foreground">{t('sealedNote')}</p>
    </Panel>
  );
}

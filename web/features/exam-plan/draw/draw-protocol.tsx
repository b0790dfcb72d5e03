import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { PrintBlock } from '../../../ui/print/print-layout.tsx';
import { PrintSignatures } from '../parts/print-signatures.tsx';
import type { StationDraw } from './draw-input.ts';

const table =
  'num w-full border-collapse text-[10.5pt] text-black [&_td]:border [&_td]:border-black [&_td]:px-[2mm] [&_td]:py-[1mm] [&_th]:border [&_th]:border-black [&_th]:bg-[#f3f3ee] [&_th]:px-[2mm] [&_th]:py-[1mm] [&_th]:text-left';

/** Prints the record of one draw: who drew, when, from which seed, and the result by group and round. */
export function DrawProtocol({ draw }: { draw: StationDraw }) {
  const { t } = useTranslation('stationDraw');
  const { setup } = draw;
  const roundCount = new Set(draw.places.flatMap((place) => place.visits.map((visit) => visit.round))).size;
  const facts = [
    [t('drawnBy'), draw.drawnBy],
    [t('drawnAt'), formatDateTime(draw.drawnMs)],
    [t('seed'), draw.seed],
    [t('repeatable'), t(draw.repeatable ? 'repeatableYes' : 'repeatableNo')],
    [t('mode'), t(`mode_${setup.mode}`)],
    [t('rounds'), t('roundsText', { n: roundCount, minutes: setup.roundMinutes, change: setup.changeMinutes })],
    [t('stations'), setup.stations.join('、')],
    [t('sheets'), setup.sheets.join('、')],
    [t('published_at'), draw.publishedMs === null ? t('notPublished') : `${draw.publishedBy} ${formatDateTime(draw.publishedMs)}`],
    ...(draw.reason === '' ? [] : [[t('reason'), draw.reason] as const]),
  ] as const;
  return (
    <>
      <dl className="num mb-[4mm] grid grid-cols-[auto_1fr_auto_1fr] gap-x-[4mm] gap-y-[1mm] text-[10.5pt]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-[#444]">{label}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {[...Map.groupBy(draw.places, (place) => place.group)].map(([group, places]) => (
        <GroupTable key={group} group={group} places={places} />
      ))}
      <PrintSignatures signers={['signDrawer', 'signExamineeRep', 'signHead']} />
    </>
  );
}

/** One group: examinees in the order drawn, with their task sheet and their station in each round. */
function GroupTable({ group, places }: { group: number; places: StationDraw['places'] }) {
  const { t } = useTranslation(['stationDraw', 'words']);
  const rounds = places[0]?.visits.map(({ round, startMs, endMs }) => ({ round, startMs, endMs })) ?? [];
  return (
    <PrintBlock className="mb-[4mm]">
      <h2 className="mb-[1mm] font-serif text-[12pt] font-bold">
        {t('group', { n: group + 1 })} <span className="num text-[10pt] font-normal">{t('groupPeople', { count: places.length })}</span>
      </h2>
      <table className={table}>
        <thead>
          <tr>
            <th className="w-[10mm]">{t('order')}</th>
            <th>{t('words:personName')}</th>
            <th>{t('words:ticketNo')}</th>
            <th>{t('sheet')}</th>
            {rounds.map(({ round, startMs, endMs }) => (
              <th key={round}>
                {t('round', { n: round + 1 })}
                <span className="block text-[9pt] font-normal">
                  {formatTime(startMs)}–{formatTime(endMs)}
                </span>
              </th>
            ))}
            <th className="w-[28mm]">{t('signature')}</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place, at) => (
            <tr key={place.userId} className="break-inside-avoid">
              <td>{at + 1}</td>
              <td className="[overflow-wrap:anywhere]">{place.name}</td>
              <td>{place.ticketNo}</td>
              <td className="[overflow-wrap:anywhere]">{place.sheet}</td>
              {place.visits.map((visit) => (
                <td key={visit.round} className="[overflow-wrap:anywhere]">
                  {visit.station}
                </td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </PrintBlock>
  );
}

import type { CameraReport } from '../../../sync/contract/exams/camera.ts';
import { formatClock } from '../../lib/format-time.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Panel } from '../primitives/panel.tsx';

/** Shows what the camera at an examinee's PC recorded, newest first: pictures with their times or, in words, why there is no picture. */
export function CameraRecord({ reports }: { reports: readonly CameraReport[] }) {
  const { t } = useTranslation('camera');
  return (
    <Panel title={t('title')}>
      <p className="px-4 pt-3 text-[13px] text-muted-foreground">{t(reports.length === 0 ? 'none' : 'lead')}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3 p-4">
        {reports.map((report) => (
          <li key={`${report.kind} ${report.atMs} ${report.receivedMs}`} className="min-w-0 text-[13px]">
            <ReportPicture report={report} />
            <b className="mt-1 block font-semibold">{t(`kind_${report.kind}`)}</b>
            <span className="num block text-muted-foreground">
              {[formatClock(report.atMs), ...(report.epoch > 1 ? [t('pc', { n: report.epoch })] : [])].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Shows the picture of a report, which opens in full size, or why there is none. */
function ReportPicture({ report: { url, kind, outcome, atMs } }: { report: CameraReport }) {
  const { t } = useTranslation('camera');
  if (url === null)
    return (
      <span className="grid aspect-[4/3] place-items-center rounded-md border border-dashed p-2 text-center text-muted-foreground">
        {outcome === 'taken' ? t('gone') : t(`outcome_${outcome}`)}
      </span>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" className="block rounded-md">
      <img
        src={url}
        loading="lazy"
        alt={t('picture', { kind: t(`kind_${kind}`), time: formatClock(atMs) })}
        className="aspect-[4/3] w-full rounded-md border object-cover"
      />
    </a>
  );
}

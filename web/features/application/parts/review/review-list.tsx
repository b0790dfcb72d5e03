import { useTranslation } from '../../../../lib/i18n.ts';
import { cn } from '../../../../lib/cn.ts';
import { Chip } from '../../../../ui/primitives/chip.tsx';
import type { ApplicationEntry } from '../../application-queries.ts';
import { ApplicantPhoto } from '../applicant-photo.tsx';
import { useNow } from '../../../../ui/use-now.ts';

const hourMs = 3_600_000;

interface ReviewListProps {
  rows: readonly ApplicationEntry[];
  open: number | undefined;
  onOpen: (id: number) => void;
}

/** Lists the waiting applications, longest waiting first. */
export function ReviewList({ rows, open, onOpen }: ReviewListProps) {
  const { t } = useTranslation('application');
  const nowMs = useNow();
  const wait = (row: ApplicationEntry) => {
    const hours = Math.max(0, Math.floor((nowMs - (row.submittedMs ?? nowMs)) / hourMs));
    return t('waits', { days: Math.floor(hours / 24), hours: hours % 24 });
  };
  return (
    <nav aria-label={t('whoWaits')} className="max-h-[calc(100dvh-14rem)] overflow-y-auto rounded-xl border bg-card">
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              aria-current={row.id === open ? 'true' : undefined}
              onClick={() => onOpen(row.id)}
              className={cn(
                'flex w-full items-center gap-3 border-b px-3 py-2 text-left text-sm hover:bg-muted',
                row.id === open && 'border-l-4 border-l-primary bg-primary-soft',
              )}
            >
              <ApplicantPhoto url={row.photo} className="h-11 w-8" />
              <span className="min-w-0 grow">
                <span className="flex items-center gap-1.5 font-medium">
                  {row.name}
                  {row.rounds > 1 && <Chip>{t('again')}</Chip>}
                </span>
                <span className="num block truncate text-[13px] text-muted-foreground">{t('tail', { tail: row.idNumber.slice(-4) })}</span>
              </span>
              <span className="flex flex-col items-end text-[13px] text-muted-foreground">
                <span className="num">{wait(row)}</span>
                <ApplicationDoubtChip row={row} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Shows the most important doubt about an application: a failed check, another application of the same person, or a place on the waiting list. */
export function ApplicationDoubtChip({ row }: { row: Pick<ApplicationEntry, 'doubt' | 'duplicates' | 'waiting'> }) {
  const { t } = useTranslation('application');
  if (row.doubt !== '') return <span className="max-w-28 truncate text-kept-ink">▲ {t(`doubts.${row.doubt}`)}</span>;
  if (row.duplicates > 0) return <span>■ {t('duplicates', { count: row.duplicates })}</span>;
  if (row.waiting > 0) return <span>{t('waitingAt', { count: row.waiting })}</span>;
  return <span className="text-delivered">● {t('noDoubt')}</span>;
}

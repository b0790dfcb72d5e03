import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { makeCall } from '../../../platform/api/call.ts';
import type { PublicSchool } from '../../../platform/session/school-memory.ts';

type Batch = CallOutput<CallOfPath<'/batch/getShown'>>['items'][number];

/** Lists the batches that are open for enrolment at this school. Offline the list is hidden, because most visitors come to sign in. */
export function OpenBatches({ school }: { school: PublicSchool }) {
  const { t } = useTranslation('signIn');
  const [batches, setBatches] = useState<readonly Batch[]>([]);
  // This page is outside the layouts and has no query client, so it makes its calls directly.
  useEffect(() => {
    const gone = new AbortController();
    makeCall('/batch/getShown', { website: school.website }, { signal: gone.signal, quiet: true }).then(
      ({ items }) => setBatches(items),
      () => setBatches([]),
    );
    return () => gone.abort();
  }, [school.website]);
  if (batches.length === 0) return null;
  return (
    <section aria-labelledby="open-batches" className="mt-7 rounded-xl border bg-card">
      <h2 id="open-batches" className="border-b px-3.5 py-2.5 text-sm font-semibold">
        {t('openBatches')}
      </h2>
      <ul>
        {batches.map(({ id, name, profession, level, closesMs, left, waitingList }) => (
          <li key={id} className="border-b px-3.5 py-2.5 text-sm last:border-b-0">
            <span className="font-medium">
              {profession} {t(`levels.${level}` as 'levels.1')}
            </span>{' '}
            {name}
            <span className="num block text-[13px] text-muted-foreground">
              {t('batchUntil', { when: formatDateTime(closesMs) })}
              {left >= 0 && ` · ${left > 0 ? t('batchLeft', { count: left }) : t(waitingList ? 'batchWaiting' : 'batchFull')}`}
            </span>
          </li>
        ))}
      </ul>
      {school.registration && (
        <Link
          to={`/reg?school=${encodeURIComponent(school.website)}&type=12`}
          className="block border-t px-3.5 py-2.5 text-sm text-primary underline-offset-4 hover:underline"
        >
          {t('enrolNew')}
        </Link>
      )}
    </section>
  );
}

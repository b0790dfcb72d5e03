import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { formatDate } from '../../../lib/format-time.ts';
import { call } from '../../../platform/call.ts';
import { Button } from '../../../ui/button.tsx';
import { QrPicture } from '../../../ui/qr-picture.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { OwnQueries } from '../parts/own-queries.tsx';

/** /certificate/{id}: the certificate itself, A4 across. */
export const CertificatePage = () => (
  <OwnQueries>
    <Certificate />
  </OwnQueries>
);

function Certificate() {
  const { t } = useTranslation('certificate');
  const id = Number(useParams()['id']);
  const found = useQuery({
    queryKey: ['certificate', id],
    queryFn: ({ signal }) => call('/certificate/getById', { id }, { signal, quiet: true }),
  });
  if (found.data === undefined)
    return (
      <main className="mx-auto max-w-[1120px] p-6">
        {found.error === null ? (
          <Skeleton className="h-96 rounded-xl" />
        ) : (
          <QueryFailure error={found.error} onRetry={() => void found.refetch()} />
        )}
      </main>
    );
  const { data } = found;
  const address = `${location.origin}/verify/${data.number}`;
  const rows = [
    [t('person'), data.name],
    [t('idNumber'), data.idNumber],
    [t('professionName'), data.profession],
    [t('levelName'), t(`levels_${data.level}`)],
    ...data.parts.map((part) => [part.name, `${part.points}　${t('passed')}`] as const),
  ] as const;
  return (
    <main className="mx-auto max-w-[1120px] p-6 print:p-0">
      <style>{'@page { size: A4 landscape; margin: 8mm; }'}</style>
      <div className="mb-3 flex justify-end print:hidden">
        <Button variant="primary" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
      <article className="grid grid-cols-2 border-4 border-[#1f4a85] [border-style:double] bg-white p-8 text-black">
        <section className="flex flex-col items-center border-r pr-8 text-center">
          <h1 className="mt-10 font-serif text-4xl font-bold tracking-[0.2em] text-[#1f4a85]">{t('title')}</h1>
          <p className="mt-6 text-xl font-semibold">{`${data.profession} · ${t(`levels_${data.level}`)}`}</p>
          <p className="mt-12 text-left font-serif text-lg leading-[2.1] indent-[2em]">{t('says')}</p>
          <div className="mt-auto flex w-full items-end justify-between pt-16 text-left">
            <p>
              <b className="block text-lg">{data.school}</b>
              <span className="num">{`${t('issuedOn')}　${formatDate(data.issuedMs)}`}</span>
            </p>
            <span className="grid size-32 place-items-center rounded-full border border-dashed border-seal text-center text-[13px] text-seal">
              {t('seal')}
            </span>
          </div>
        </section>
        <section className="flex flex-col gap-3 pl-8">
          {data.revokedMs !== null && <p className="text-xl font-bold text-seal">{`${t('revoked')}　${data.revokeReason}`}</p>}
          <dl className="num grid grid-cols-[7.5rem_1fr] gap-y-3">
            {rows.map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="font-serif text-[#444]">{label}</dt>
                <dd className="border-b pb-1">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-3">
            <span className="font-serif text-[#444]">{t('number')}</span>
            <b className="num block font-mono text-xl tracking-wider">{data.number}</b>
          </p>
          <div className="mt-auto flex items-center gap-4">
            <div className="size-28">
              <QrPicture text={address} label={address} />
            </div>
            <p className="text-[13px] leading-relaxed">
              <b className="block text-sm">{t('scan')}</b>
              {`${location.host}/verify`}
            </p>
          </div>
        </section>
      </article>
    </main>
  );
}

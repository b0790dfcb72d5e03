import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { useParams } from 'react-router-dom';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { OwnQueries } from '../../../platform/api/own-queries.tsx';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { type CertificateToken, splitCertificateNumber } from '../../../../sync/contract/certificate-number.ts';
import type { ExamPart } from '../../../../sync/contract/exams/exam-part.ts';
import { idTypes } from '../../../../sync/contract/code-lists.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { cn } from '../../../lib/cn.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';
import { SchoolLogo } from '../../../ui/entity/school-logo.tsx';

/** Shows a certificate in A4 landscape. /certificate/{id} */
export const CertificatePage = () => (
  <OwnQueries>
    <Certificate />
  </OwnQueries>
);

function Certificate() {
  const { t } = useTranslation(['certificate', 'ui']);
  const id = Number(useParams()['id']);
  const mayChange = useCanChangeData();
  const [identity, setIdentity] = useState<PrintedIdentity | null>(null);
  const print = useAction({ mutationFn: () => makeCall('/certificate/getPrinted', { id }), onSuccess: setIdentity });
  // The whole ID number is on the page only while it is printed.
  useEffect(() => {
    if (identity === null) return;
    const mask = () => setIdentity(null);
    window.addEventListener('afterprint', mask);
    window.print();
    return () => window.removeEventListener('afterprint', mask);
  }, [identity]);
  const certificateQuery = useCall('/certificate/getById', { id }, { quiet: true });
  return (
    <main className="mx-auto max-w-[1171px] p-6 print:m-0 print:max-w-none print:p-0">
      <style>{'@page { size: A4 landscape; margin: 0; }'}</style>
      {certificateQuery.data === undefined ? (
        <LoadingState query={certificateQuery} className="h-[794px] rounded-xl" />
      ) : (
        <>
          {certificateQuery.data.mayPrint && mayChange && (
            <div className="mb-3 flex items-center justify-end gap-4 print:hidden">
              <p className="text-[13px] text-muted-foreground">
                {t('printsWhole')} {certificateQuery.data.publicAddress === '' && t('noAddress')}
              </p>
              <Button variant="primary" repeats={false} busy={print.isPending} onClick={() => print.mutate()}>
                {t('ui:printNow')}
              </Button>
            </div>
          )}
          {/* The sheet has a fixed size. On a narrow screen it is drawn smaller, and on a phone it scrolls within its box. */}
          <div className="overflow-x-auto print:overflow-visible">
            <CertificateFace data={certificateQuery.data} identity={identity} />
          </div>
        </>
      )}
    </main>
  );
}

type PrintedCertificate = CallOutput<CallOfPath<'/certificate/getById'>>;
type PrintedIdentity = CallOutput<CallOfPath<'/certificate/getPrinted'>>;

/** Keys of the names that are printed below the parts of the certificate number. Fixed characters of its pattern have no name. */
const groupOf = {
  kind: 'kind',
  body: 'body',
  province: 'province',
  site: 'site',
  yyyy: 'year',
  yy: 'year',
  profession: 'profession',
  level: 'level',
  serial4: 'serial',
  serial5: 'serial',
  serial: 'serial',
  serial7: 'serial',
  serial8: 'serial',
  check: 'check',
} as const satisfies Record<CertificateToken, string>;

/** Renders the certificate as it is printed, with the same colours in the dark theme. Without `identity`, the ID number is masked. */
function CertificateFace({ data, identity }: { data: PrintedCertificate; identity: PrintedIdentity | null }) {
  const { t, i18n } = useTranslation(['certificate', 'words']);
  const address = data.publicAddress === '' ? null : `${data.publicAddress}/verify/${data.number}`;
  const level = t(`levels_${data.level}`);
  const idType = idTypes[data.idType - 1]?.[i18n.language.startsWith('zh') ? 0 : 1] ?? '';
  const sex = data.sex === 1 || data.sex === 2 ? t(`sex_${data.sex}`) : '';
  const joinPartNames = (parts: readonly (ExamPart | null)[]) =>
    joinWords(parts.flatMap((part) => (part === null ? [] : t(`part_${part}`))));
  const statement =
    data.missing.length === 0
      ? t('says')
      : t('saysParts', { passed: joinPartNames(data.parts.map(({ part }) => part)), missing: joinPartNames(data.missing) });
  // `true` marks short rows, which fit beside the photo.
  const rows: readonly (readonly [label: string, value: string, isShort?: boolean])[] = [
    [t('words:personName'), data.name, true],
    [t('words:sex'), sex, true],
    [t('birthday'), identity?.birthday ?? '', true],
    [t('idType'), idType, true],
    [t('words:idNumber'), identity?.idNumber ?? data.idNumber, true],
    [t('professionName'), data.profession],
    [t('levelName'), level],
    ...data.parts.map((part) => [part.part === null ? part.name : t(`score_${part.part}`), t('points', { points: part.points })] as const),
    ...data.missing.map((part) => [t(`score_${part}`), t('notAssessed')] as const),
  ];
  return (
    <article className="relative mx-auto h-[794px] w-[1123px] bg-[oklch(0.992_0.006_95)] font-serif text-[oklch(0.22_0.025_262)] [print-color-adjust:exact] [@media_screen_and_(max-width:1171px)]:[zoom:0.85]">
      <CertificateFrame />
      <div className="absolute inset-y-[74px] left-1/2 border-l border-[oklch(0.80_0.03_257)]" />
      <section className="absolute top-[62px] bottom-[56px] left-[74px] flex w-[452px] flex-col items-center text-center">
        <SchoolLogo
          title={data.school.title}
          src={data.school.logo}
          className="mt-[34px] size-16 border text-3xl outline-2 outline-offset-2 outline-[oklch(0.405_0.105_257)]"
        />
        <h1 className="mt-6 [text-indent:0.14em] text-[44px] leading-tight font-bold tracking-[0.14em] whitespace-nowrap text-[oklch(0.345_0.105_257)]">
          {t('words:certificate')}
        </h1>
        <p className="mt-5 text-[23px] font-semibold tracking-wider">
          {data.profession} <span className="text-[oklch(0.60_0.06_257)]">·</span> {level}
        </p>
        <p className="mt-14 w-[384px] [text-indent:2em] text-lg [text-align:justify] leading-[2.1]">{statement}</p>
        <div className="mt-auto flex w-[384px] items-end justify-between pb-6 text-left">
          <p className="leading-loose">
            <b className="block text-lg">{data.school.title}</b>
            <span className="num">{`${t('issuedOn')}　${formatDate(data.issuedMs)}`}</span>
          </p>
          <span className="grid size-[150px] shrink-0 place-items-center rounded-full border border-dashed border-[oklch(0.72_0.09_31)] text-center text-[13px] leading-relaxed tracking-widest whitespace-pre-line text-[oklch(0.56_0.10_31)]">
            {t('seal')}
          </span>
        </div>
      </section>
      <section className="absolute top-[84px] right-[80px] bottom-[56px] w-[442px]">
        {data.revokedMs !== null && (
          <p className="absolute inset-x-0 -top-7 text-center font-bold text-[oklch(0.5_0.19_29)]">{`${t('revoked')}　${data.revokeReason}`}</p>
        )}
        <dl className="grid grid-cols-[112px_1fr] text-base">
          {rows.map(([label, value, isShort]) => (
            <div key={label} className="contents">
              <dt className="flex h-10 items-end pb-[7px] text-[oklch(0.40_0.03_262)]">{label}</dt>
              <dd
                className={cn(
                  'num flex h-10 items-end border-b border-[oklch(0.66_0.03_257)] pb-[7px] pl-2.5 font-sans font-medium whitespace-nowrap',
                  isShort && 'w-[178px]',
                )}
              >
                {value}
              </dd>
            </div>
          ))}
        </dl>
        <div className="absolute top-0 right-0 grid h-[176px] w-[132px] place-items-center border border-[oklch(0.70_0.03_257)] text-sm text-[oklch(0.60_0.03_257)]">
          {data.photo === '' ? t('words:photo') : <img src={data.photo} alt={data.name} className="h-[174px] w-[130px] object-cover" />}
        </div>
        <div className="absolute inset-x-0 top-[412px]">
          <p className="mb-2.5 text-[oklch(0.40_0.03_262)]">{t('number')}</p>
          <p className="sr-only">{data.number}</p>
          <p aria-hidden className="flex justify-between">
            {splitCertificateNumber(data.pattern, data.number).map(({ token, text }, at) => (
              <span key={at} className="flex flex-col items-center gap-1.5">
                <b className="border-b border-[oklch(0.66_0.03_257)] pb-1.5 font-mono text-[21px] leading-none tracking-wider">{text}</b>
                <small className="text-[11px] leading-none whitespace-nowrap text-[oklch(0.44_0.03_262)]">
                  {token === null ? '\u00a0' : t(`group_${groupOf[token]}`)}
                </small>
              </span>
            ))}
          </p>
        </div>
        <div className="absolute bottom-6 left-0 flex items-end gap-4">
          {address !== null && (
            <div className="size-28 shrink-0">
              <QrPicture text={address} label={address} />
            </div>
          )}
          <p className="text-[13px] leading-[1.75] text-[oklch(0.36_0.03_262)]">
            {address !== null && (
              <>
                <b className="block text-[15px] text-[oklch(0.22_0.025_262)]">{t('scan')}</b>
                <span className="num block font-sans break-all">{`${data.publicAddress.replace(/^https?:\/\//, '')}/verify`}</span>
                {t('verifySays')}
              </>
            )}
          </p>
        </div>
      </section>
    </article>
  );
}

const [width, height] = [1123, 794];
const [outer, inner] = [23.5, 44.5];
const ink = 'oklch(0.405 0.105 257)';
const paper = 'oklch(0.992 0.006 95)';
const corners = [
  [outer, outer],
  [width - outer - (inner - outer), outer],
  [outer, height - outer - (inner - outer)],
  [width - outer - (inner - outer), height - outer - (inner - outer)],
] as const;
/** Angles, in degrees, of the ellipses of the rosette. Their fine lines overlap and blur when they are copied. */
const turns = Array.from({ length: 30 }, (_, at) => at * 6);

/** Draws the guilloche border of an A4 landscape sheet and the rosette behind the text. */
function CertificateFrame() {
  const side = inner - outer;
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} fill="none" className="absolute inset-0 size-full">
      <defs>
        <pattern id="certificate-band" width="9" height="9" patternUnits="userSpaceOnUse">
          <path
            d="M0 4.5Q2.25 0 4.5 4.5T9 4.5M0 4.5Q2.25 9 4.5 4.5T9 4.5M4.5 0Q0 2.25 4.5 4.5T4.5 9M4.5 0Q9 2.25 4.5 4.5T4.5 9"
            stroke={ink}
            strokeWidth=".5"
          />
        </pattern>
      </defs>
      <g stroke="oklch(0.93 0.018 257)" strokeWidth=".7">
        {turns.map((turn) => (
          <ellipse key={turn} cx="300" cy="408" rx="184" ry="96" transform={`rotate(${turn} 300 408)`} />
        ))}
      </g>
      <path
        fillRule="evenodd"
        fill="url(#certificate-band)"
        d={`M${outer} ${outer}H${width - outer}V${height - outer}H${outer}ZM${inner} ${inner}V${height - inner}H${width - inner}V${inner}Z`}
      />
      <rect x={outer} y={outer} width={width - 2 * outer} height={height - 2 * outer} stroke={ink} strokeWidth="2" />
      <rect x={inner} y={inner} width={width - 2 * inner} height={height - 2 * inner} stroke={ink} />
      {corners.map(([x, y]) => (
        <g key={`${x} ${y}`} stroke={ink} strokeWidth="1.2">
          <rect x={x} y={y} width={side} height={side} fill={paper} />
          <path
            d={`M${x + side / 2} ${y + 4}l${side / 2 - 4} ${side / 2 - 4}l${4 - side / 2} ${side / 2 - 4}l${4 - side / 2} ${4 - side / 2}z`}
          />
        </g>
      ))}
    </svg>
  );
}

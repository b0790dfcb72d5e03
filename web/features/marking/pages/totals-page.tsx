import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { useParams } from 'react-router-dom';
import { formatDate, formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { getSchoolLogo } from '../../../platform/session/session-user.ts';
import { PrintBlock, PrintLayout } from '../../../ui/print/print-layout.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type MarkingTotals, useMarkingTotals } from '../marking-queries.ts';
import { SignaturePicture } from '../../../ui/form/signature.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

const cells =
  'num w-full border-collapse text-[10pt] [&_td]:border [&_td]:border-black [&_td]:px-[1.5mm] [&_td]:py-[1.2mm] [&_th]:border [&_th]:border-black [&_th]:bg-[#f3f3ee] [&_th]:px-[1.5mm] [&_th]:py-[1mm] [&_th]:font-semibold';

/** /marker/examOption/sheet/{plan}: the total score sheet (总成绩表), with space for the assessors' signatures. */
export function TotalsPage() {
  const { t } = useTranslation(['marking', 'words']);
  const user = useAtomValue(sessionUserAtom);
  const planId = Number(useParams()['id']);
  const { data, error, refetch } = useMarkingTotals(planId);
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="mx-auto h-[80vh] max-w-[210mm] rounded-xl" />;
  const several = data.tasks.length > 1;
  const open = data.rows.filter((row) => row.total === null).length;
  const far = data.rows.filter((row) => row.cells.some((cell) => cell.spread)).length;
  // Print in landscape if the table has many columns.
  const wide = data.tasks.length * (data.assessors.length + 1) > 6;
  const full = data.tasks.reduce((sum, task) => sum + task.points, 0);
  return (
    <>
      <div className="mb-3 flex flex-col gap-2 print:hidden">
        {open > 0 && <Strip tone="kept">{t('totalsOpen', { count: open })}</Strip>}
        {far > 0 && <Strip tone="kept">{t('totalsFar', { count: far })}</Strip>}
      </div>
      <PrintLayout
        school={{ title: user?.school_title ?? '', logo: user === null ? '' : getSchoolLogo(user) }}
        title={`${data.name} ${t('totalsTitle')}`}
        subtitle={`${formatDate(data.startMs)} ${formatTime(data.startMs)}–${formatTime(data.endMs)}　${data.group}　${t('totalsFull', { points: full })}`}
        footer={`${data.name} · ${t('totalsTitle')}`}
        orientation={wide ? 'landscape' : 'portrait'}
        actions={<LinkButton to={`/marker/exam/group/${planId}`}>{t('leaderDesk')}</LinkButton>}
      >
        <table className={cells}>
          <caption className="sr-only">{t('totalsTitle')}</caption>
          <thead>
            <tr>
              <th rowSpan={2} className="w-[10mm]">
                {t('sheetNo')}
              </th>
              <th rowSpan={2} className="text-left">
                {t('ticketNo')}
              </th>
              <th rowSpan={2} className="text-left">
                {t('words:personName')}
              </th>
              {data.tasks.map((task, at) => (
                <th key={task.questionId} colSpan={data.assessors.length + 1}>
                  {several ? `${at + 1} ` : ''}
                  {t('totalsTask', { section: task.section, count: task.points })}
                </th>
              ))}
              <th rowSpan={2} className="w-[16mm]">
                {t('totalsSum')}
              </th>
              <th rowSpan={2} className="w-[24mm]">
                {t('sheetRemark')}
              </th>
            </tr>
            <tr>
              {data.tasks.flatMap((task) => [
                ...data.assessors.map((_, at) => (
                  <th key={`${task.questionId} ${at}`} className="w-[13mm]">
                    {t('assessorNo', { number: at + 1 })}
                  </th>
                )),
                <th key={`${task.questionId} mean`} className="w-[14mm]">
                  {t('totalsMean')}
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row, at) => (
              <tr key={row.ticketNo} className="break-inside-avoid text-center">
                <td>{at + 1}</td>
                <td className="text-left">{row.ticketNo}</td>
                <td className="text-left">{row.name}</td>
                {row.cells.flatMap((cell, task) => [
                  ...cell.totals.map((total, by) => <td key={`${task} ${by}`}>{total ?? ''}</td>),
                  <td key={`${task} mean`} className="font-semibold">
                    {cell.points ?? ''}
                  </td>,
                ])}
                <td className="font-bold">{row.total ?? ''}</td>
                <td className="text-left text-[9pt]">
                  {joinWords([
                    ...(row.cells.some((cell) => cell.veto) ? [t('vetoShort')] : []),
                    ...(row.cells.some((cell) => cell.spread) ? [t('spreadShort')] : []),
                    ...(row.cells.some((cell) => cell.decided) ? [t('decidedShort')] : []),
                  ])}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <PrintBlock className="mt-[6mm] text-[10.5pt] leading-[9mm]">
          {data.assessors.map((name, at) => (
            <AssessorSignature key={at} name={`${t('assessorNo', { number: at + 1 })} ${name}`} signed={data.signatures[at]} />
          ))}
          <p className="mt-[2mm]">
            {t('leaderSigns')} ____________________　{t('dateSigned')} ____________________
          </p>
        </PrintBlock>
      </PrintLayout>
    </>
  );
}

interface AssessorSignatureProps {
  name: string;
  signed: MarkingTotals['signatures'][number] | undefined;
}

/**
 * Prints an assessor's drawn signature once it covers all their sheets. Until then, prints a line to sign on, and how many sheets still lack a valid
 * signature.
 */
function AssessorSignature({ name, signed }: AssessorSignatureProps) {
  const { t } = useTranslation(['marking', 'words']);
  const { signedInMs = null, current = 0, earlier = 0, unsigned = 0, strokes = null } = signed ?? {};
  const isComplete = strokes !== null && earlier + unsigned === 0;
  const notes = [
    ...(signedInMs === null ? [] : [t('signedIn', { time: formatDateTime(signedInMs) })]),
    ...(current > 0 ? [t('sheetsSigned', { count: current })] : []),
    ...(earlier > 0 ? [t('sheetsEarlier', { count: earlier })] : []),
    ...(unsigned > 0 && current + earlier > 0 ? [t('sheetsUnsigned', { count: unsigned })] : []),
  ];
  return (
    <p className="flex flex-wrap items-center gap-x-[3mm]">
      {name}　{t('signature')}{' '}
      {isComplete ? (
        <SignaturePicture strokes={strokes} label={t('assessorSignature')} className="h-[11mm] w-[33mm]" />
      ) : (
        '____________________'
      )}
      <span className="num text-[9pt] text-[#444]">{joinWords(notes)}</span>
    </p>
  );
}

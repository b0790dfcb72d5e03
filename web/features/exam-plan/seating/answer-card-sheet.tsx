import encodeQR from 'qr';
import { formatCardCode } from '../../../../sync/domain/answer-card/card-code.ts';
import { cardFrame, type CardPage, layOutCard } from '../../../../sync/domain/answer-card/card-layout.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { examCalls } from '../../../../sync/contract/exams/exam.ts';
import type { SeatedExaminee } from '../../../../sync/contract/exams/exam-seating.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { PrintPage } from '../../../ui/print/print-layout.tsx';
import type { PlanSeatingView } from '../seating-queries.ts';

type AnswerCards = CallOutput<(typeof examCalls)['getAnswerCards']>;

/**
 * Area inside the page margins that `PrintLayout` prints, in millimetres from the top left corner of the page. The black squares lie in this area.
 */
const area = { xMm: 14, yMm: 13, widthMm: 182, heightMm: 266 } as const;
const { code: codePlace, header, bubbleWidthMm, bubbleHeightMm, outlineMm, letterMm, letterTone, markMm } = cardFrame;
const letterGrey = `rgb(${Array(3)
  .fill(Math.round(255 * (1 - letterTone)))
  .join(' ')})`;

interface AnswerCardSheetProps {
  seating: PlanSeatingView;
  cards: AnswerCards;
  people: readonly SeatedExaminee[];
}

/** Prints the answer cards of examinees: one page for each, or several if the paper has many questions. */
export function AnswerCardSheet({ seating, cards, people }: AnswerCardSheetProps) {
  const layouts = new Map(cards.variants.map(({ variant, sections }) => [variant, layOutCard(sections)]));
  return people.flatMap((person) => {
    const layout = layouts.get(person.variant);
    const pages = layout?.pages ?? [];
    return pages.map((page, at) => {
      const place = { planId: seating.id, userId: person.userId, page: at + 1, pages: pages.length, layout: layout?.hash ?? '' };
      return (
        <PrintPage key={`${person.userId}.${at}`}>
          <div className="relative overflow-hidden text-black" style={{ width: `${area.widthMm}mm`, height: `${area.heightMm}mm` }}>
            <CardPicture page={page} code={formatCardCode(place)} />
            <CardHeader
              seating={seating}
              person={person}
              page={at + 1}
              pages={pages.length}
              several={cards.variants.length > 1}
              hasBoxes={page.boxes.length > 0}
            />
          </div>
        </PrintPage>
      );
    });
  });
}

interface CardHeaderProps {
  seating: PlanSeatingView;
  person: SeatedExaminee;
  page: number;
  pages: number;
  several: boolean;
  hasBoxes: boolean;
}

/** Shows in words whose card this is, and how to fill it in. */
function CardHeader({ seating, person, page, pages, several, hasBoxes }: CardHeaderProps) {
  const { t } = useTranslation(['seating', 'words']);
  return (
    <div
      className="absolute flex flex-col overflow-hidden"
      style={{
        left: `${header.xMm - area.xMm}mm`,
        top: `${header.yMm - area.yMm}mm`,
        width: `${header.widthMm}mm`,
        height: `${header.heightMm}mm`,
      }}
    >
      <p className="truncate font-serif text-[12pt] font-bold">
        {seating.name} {t('cardTitle')}
        {pages > 1 && <span className="num ml-[2mm] text-[10pt]">{t('cardPage', { page, pages })}</span>}
      </p>
      <p className="num mt-[1mm] flex items-baseline gap-[5mm] text-[10.5pt]">
        <span className="truncate">
          {t('words:personName')} <b className="text-[13pt]">{person.name}</b>
        </span>
        <span className="shrink-0">
          {t('words:ticketNo')} <b className="text-[13pt]">{person.ticketNo}</b>
        </span>
      </p>
      <p className="num flex gap-[5mm] text-[10pt]">
        {person.seatLabel !== '' && (
          <span>
            {t('words:seat')} <b>{person.seatLabel}</b>
          </span>
        )}
        {several && (
          <span>
            {t('variant')} <b>{person.variant}</b>
          </span>
        )}
      </p>
      <p className="mt-auto text-[8.5pt] leading-snug">{t(hasBoxes ? 'cardBoxHint' : 'cardHint')}</p>
    </div>
  );
}

/** Draws what the program reads from a scan: corner squares, QR code, bubbles and boxes, each at its place on the page in millimetres. */
function CardPicture({ page, code }: { page: CardPage; code: string }) {
  const { t } = useTranslation('seating');
  return (
    <svg
      role="img"
      aria-label={t('cardPicture', { code })}
      viewBox={`${area.xMm} ${area.yMm} ${area.widthMm} ${area.heightMm}`}
      className="absolute inset-0 size-full bg-white"
    >
      {[...cardFrame.corners, ...cardFrame.checks, cardFrame.upright].map(({ xMm, yMm }) => (
        <rect key={`${xMm}.${yMm}`} x={xMm - markMm / 2} y={yMm - markMm / 2} width={markMm} height={markMm} fill="#000" />
      ))}
      <CodePicture code={code} />
      {page.titles.map(({ text, yMm }) => (
        <text key={yMm} x={header.xMm} y={yMm} fontSize={3.8} fontWeight={700}>
          {text}
        </text>
      ))}
      {page.boxes.map(({ label, xMm, yMm, widthMm, heightMm }) => (
        <g key={label}>
          <rect x={xMm} y={yMm} width={widthMm} height={heightMm} fill="none" stroke="#000" strokeWidth={outlineMm} />
          <text x={xMm + 2} y={yMm + 4.6} fontSize={3.4} className="num">
            {label}
          </text>
        </g>
      ))}
      {page.rows.map((row) => (
        <g key={row.label}>
          <text x={row.xMm} y={row.yMm} fontSize={3.4} textAnchor="end" dominantBaseline="central" className="num">
            {row.label}
          </text>
          {row.bubbles.map(({ option, xMm, yMm }) => (
            <g key={option}>
              <rect
                x={xMm - (bubbleWidthMm - outlineMm) / 2}
                y={yMm - (bubbleHeightMm - outlineMm) / 2}
                width={bubbleWidthMm - outlineMm}
                height={bubbleHeightMm - outlineMm}
                rx={0.8}
                fill="none"
                stroke="#000"
                strokeWidth={outlineMm}
              />
              <text x={xMm} y={yMm + letterMm * 0.45} fontSize={letterMm * 1.25} fill={letterGrey} textAnchor="middle">
                {option}
              </text>
            </g>
          ))}
        </g>
      ))}
    </svg>
  );
}

function CodePicture({ code }: { code: string }) {
  // Cut off the quiet zone: the program that reads the scan expects the first module of the QR code exactly at the code's place on the page.
  const rows = encodeQR(code, 'raw', { ecc: 'quartile', version: codePlace.version, border: 1 })
    .slice(1, -1)
    .map((line) => line.slice(1, -1));
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  const scale = codePlace.sideMm / codePlace.modules;
  return (
    <path d={path} fill="#000" shapeRendering="crispEdges" transform={`translate(${codePlace.xMm} ${codePlace.yMm}) scale(${scale})`} />
  );
}

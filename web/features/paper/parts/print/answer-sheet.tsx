import { useTranslation } from '../../../../lib/i18n.ts';
import { countAnswerPlaces } from '../../../../../sync/contract/bank/question-body.ts';
import { sectionType } from '../../../../../sync/contract/codes.ts';
import { countWritingLines } from '../../../../../sync/domain/papers/paper-layout.ts';
import { PrintBlock, PrintPage } from '../../../../ui/print/print-layout.tsx';
import { groupByFive, type PrintSection } from '../../paper-print.ts';

type Item = PrintSection['items'][number];

const letter =
  'inline-flex h-[3.4mm] w-[4.6mm] items-center justify-center rounded-[1px] border border-current font-sans text-[7pt] leading-none';
/** A filled box, printed even if the browser omits backgrounds. */
const filled = `${letter} bg-current [print-color-adjust:exact]`;
/** Millimetres: width of the sheet's text, of a question number with its gap, and of a letter box. */
const widthMm = 182;
const numberMm = 9;
const letterMm = 5.2;

const listOptionLetters = (section: PrintSection['section'], { question }: Item): readonly string[] =>
  section.type === sectionType.judgement ? ['√', '×'] : question.options.map((option) => option.id);

/** Prints the answer sheet (答题卡): boxes for choices, lines for written answers. */
export function AnswerSheet({
  sections,
  variants,
  variant,
}: {
  sections: readonly PrintSection[];
  variants: readonly string[];
  variant: string;
}) {
  return (
    <PrintPage className="text-[10pt]">
      <Candidate variants={variants} variant={variant} />
      {sections.map(({ section, items }, at) => {
        const letters = Math.max(2, ...items.map((item) => listOptionLetters(section, item).length));
        const columns = Math.max(1, Math.min(6, Math.floor(widthMm / (numberMm + letters * letterMm))));
        const isChoice = section.type <= sectionType.judgement;
        return (
          <section key={at} className="mb-3">
            {isChoice ? (
              <>
                <h2 className="mb-1 break-after-avoid font-bold">{section.title}</h2>
                <ol className="num grid gap-y-[1.4mm]" style={{ gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))` }}>
                  {groupByFive(items).map((group) => (
                    <li key={group[0]?.number} className="break-inside-avoid">
                      {group.map((item) => (
                        <div key={item.number} className="flex h-[4.4mm] items-center gap-[0.6mm]">
                          <span className="w-[8mm] pr-[1mm] text-right text-[8.5pt]">{item.number}</span>
                          {listOptionLetters(section, item).map((each) => (
                            <span key={each} className={letter}>
                              {each}
                            </span>
                          ))}
                        </div>
                      ))}
                    </li>
                  ))}
                </ol>
              </>
            ) : (
              items.map((item, place) => (
                <PrintBlock key={item.number} className="mb-2">
                  {place === 0 && <h2 className="mb-1 font-bold">{section.title}</h2>}
                  <Written item={item} points={section.pointsEach} />
                </PrintBlock>
              ))
            )}
          </section>
        );
      })}
    </PrintPage>
  );
}

function Written({ item: { number, question }, points }: { item: Item; points: number }) {
  const { t } = useTranslation('paper');
  const head = (
    <span className="num w-[14mm] shrink-0 text-right">
      {number}.<span className="ml-1 text-[8pt]">{t('points', { count: points })}</span>
    </span>
  );
  // All letters of an ordering question are written on one line.
  const blanks = question.key.kind === 'order' ? 1 : countAnswerPlaces(question.key);
  if (blanks > 0)
    return (
      <div className="flex items-end gap-3">
        {head}
        <span className="flex grow flex-wrap gap-x-6 gap-y-1">
          {Array.from({ length: blanks }, (_, blank) => (
            <span key={blank} className="inline-flex items-end gap-1">
              {blanks > 1 && <span className="text-[8pt]">({blank + 1})</span>}
              <span className="inline-block h-[7mm] w-[46mm] border-b border-current" />
            </span>
          ))}
        </span>
      </div>
    );
  return (
    <div className="border border-current p-2">
      {head}
      {Array.from({ length: countWritingLines(points) }, (_, at) => (
        <div key={at} aria-hidden className="h-[8mm] border-b border-dotted border-current/60 last:border-b-0" />
      ))}
    </div>
  );
}

/** Prints the fields for name and variant, and the instructions for filling boxes. */
function Candidate({ variants, variant }: { variants: readonly string[]; variant: string }) {
  const { t } = useTranslation('paper');
  const renderLine = (label: string) => (
    <span className="flex items-end gap-1.5">
      {label}
      <span className="inline-block h-[7mm] w-[38mm] border-b border-current" />
    </span>
  );
  return (
    <div className="mb-3 border border-current">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-1 border-b border-current p-2.5 pt-1">
        {renderLine(t('nameField'))}
        {renderLine(t('unitField'))}
        {renderLine(t('seatField'))}
        <span className="mt-1.5 flex items-center gap-1.5">
          {t('ticketField')}
          <span className="flex">
            {Array.from({ length: 16 }, (_, at) => (
              <span key={at} className="-ml-px inline-block h-[7mm] w-[6mm] border border-current" />
            ))}
          </span>
        </span>
        {variants.length > 1 && (
          <span className="mb-1 flex items-center gap-1.5">
            {t('variantField')}
            {variants.map((name) => (
              <span key={name} className={name === variant ? filled : letter}>
                <span className={name === variant ? 'text-white' : ''}>{name}</span>
              </span>
            ))}
          </span>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-2.5 px-2.5 py-1.5 text-[8pt]">
        <span>{t('sheetHint')}</span>
        <span className="flex items-center gap-1">
          {t('sheetRight')}
          <span className={filled} />
        </span>
        <span className="flex items-center gap-1">
          {t('sheetWrong')}
          <span className={letter}>√</span>
          <span className={letter}>×</span>
          <span className={letter}>○</span>
        </span>
        <span className="ml-auto flex items-center gap-1">
          {t('sheetAbsent')}
          <span className={letter} />
        </span>
      </p>
    </div>
  );
}

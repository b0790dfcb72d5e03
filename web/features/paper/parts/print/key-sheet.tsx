import type { ReactNode } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { sectionType } from '../../../../../sync/contract/codes.ts';
import { PrintBlock, PrintPage } from '../../../../ui/print/print-layout.tsx';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import { getNumberRange, type PrintSection } from '../../paper-print.ts';

type Item = PrintSection['items'][number];

/** Prints the key (参考答案): choices in tables, other questions with their marking schemes, and analyses if requested. */
export function KeySheet({ sections, analyses }: { sections: readonly PrintSection[]; analyses: boolean }) {
  const { t } = useTranslation('paper');
  return (
    <PrintPage className="text-[10.5pt] leading-normal">
      {sections.map((one, at) => {
        const range = getNumberRange(one);
        const heading = (
          <h2 className="mb-1.5 font-bold">
            {one.section.title}
            {range !== null && (
              <span className="num ml-2 text-[9pt] font-normal">
                {t(range.from === range.to ? 'printOne' : 'printRange', { ...range })}
                {t('keyEach', { n: one.section.pointsEach })}
              </span>
            )}
          </h2>
        );
        const isChoice = one.section.type <= sectionType.judgement;
        // Choices are in the table; below it list only questions with an analysis.
        const listed = isChoice ? one.items.filter(({ question }) => analyses && question.analysis !== '') : one.items;
        return (
          <section key={at} className="mb-4">
            {isChoice && <KeyTable one={one} heading={heading} />}
            {listed.map((item, place) => (
              <PrintBlock key={item.number} className={isChoice ? 'mt-1.5' : 'mb-2'}>
                {place === 0 && !isChoice && heading}
                <div className="flex gap-2">
                  <span className="num w-[8mm] shrink-0 text-right">{item.number}.</span>
                  <div className="min-w-0 grow">
                    {!isChoice && <Answer item={item} points={one.section.pointsEach} />}
                    {analyses && item.question.analysis !== '' && (
                      <div className="text-[9.5pt]">
                        {isChoice ? (
                          <b className="mr-2">
                            <Letters item={item} />
                          </b>
                        ) : (
                          <span className="font-medium">{t('analysis')}：</span>
                        )}
                        <RichText html={item.question.analysis} className="inline [&>p]:inline" />
                      </div>
                    )}
                  </div>
                </div>
              </PrintBlock>
            ))}
          </section>
        );
      })}
    </PrintPage>
  );
}

/** Prints numbers above answers, ten a row, for marking by hand. */
function KeyTable({ one, heading }: { one: PrintSection; heading: ReactNode }) {
  const { t } = useTranslation('paper');
  const rows = Array.from({ length: Math.ceil(one.items.length / 10) }, (_, at) => one.items.slice(at * 10, at * 10 + 10));
  const fill = (row: readonly Item[]) =>
    Array.from({ length: 10 - row.length }, (_, at) => <td key={`fill${String(at)}`} className={cell} />);
  return rows.map((row, at) => (
    <PrintBlock key={row[0]?.number}>
      {at === 0 && heading}
      <table className="num -mt-px w-full table-fixed border-collapse text-center">
        <tbody>
          <tr className="text-[8.5pt]">
            <th className={`${cell} w-[16mm] font-normal`}>{t('keyNumber')}</th>
            {row.map((item) => (
              <td key={item.number} className={cell}>
                {item.number}
              </td>
            ))}
            {fill(row)}
          </tr>
          <tr className="font-bold">
            <th className={`${cell} text-[8.5pt] font-normal`}>{t('keyAnswer')}</th>
            {row.map((item) => (
              <td key={item.number} className={cell}>
                <Letters item={item} />
              </td>
            ))}
            {fill(row)}
          </tr>
        </tbody>
      </table>
    </PrintBlock>
  ));
}
const cell = 'border border-current py-0.5';

function Letters({ item: { question } }: { item: Item }) {
  if (question.key.kind !== 'choice') return null;
  if (question.type !== sectionType.judgement) return question.key.right.join('');
  return question.key.right[0] === 'T' ? '√' : '×';
}

function Answer({ item, points }: { item: Item; points: number }) {
  const { t } = useTranslation('paper');
  const { key } = item.question;
  if (key.kind === 'choice') return <Letters item={item} />;
  if (key.kind === 'blanks')
    return (
      <p className="font-medium">
        {key.blanks.map((rule, at) => (
          <span key={at} className="mr-4">
            {key.blanks.length > 1 && <span className="num mr-1 font-normal">({at + 1})</span>}
            {rule.mode === 'text' ? rule.anyOf.join(' / ') : `${rule.value}${rule.tolerance > 0 ? ` ± ${rule.tolerance}` : ''}`}
          </span>
        ))}
      </p>
    );
  const full = key.items.reduce((sum, each) => sum + each.points, 0);
  return (
    <div>
      {key.reference !== '' && <RichText html={key.reference} />}
      {key.items.length > 0 && (
        <table className="num mt-1 w-full border-collapse text-[9.5pt]">
          <tbody>
            {key.items.map((each, at) => (
              <tr key={at}>
                <td className="w-[10mm] border border-current px-1 text-center">{at + 1}</td>
                <td className="border border-current px-2 py-0.5">{each.text}</td>
                <td className="w-[18mm] border border-current px-1 text-center">{t('points', { count: each.points })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {key.items.length > 0 && full !== points && <p className="num mt-1 text-[9.5pt]">{t('keyScaled', { full, points })}</p>}
      {key.veto.length > 0 && (
        <p className="mt-1">
          <b>{t('veto')}：</b>
          {key.veto.join('；')}
        </p>
      )}
    </div>
  );
}

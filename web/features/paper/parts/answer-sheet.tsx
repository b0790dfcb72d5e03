import { useTranslation } from 'react-i18next';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { PrintBlock, PrintPage } from '../../../ui/print-layout.tsx';
import type { PrintSection } from '../paper-print.ts';

const box = 'inline-flex h-5 w-6 items-center justify-center border border-current text-[11px]';

/** 答题卡: boxes to fill for what is chosen, lines for what is written. */
export function AnswerSheet({ sections }: { sections: readonly PrintSection[] }) {
  const { t } = useTranslation('paper');
  return (
    <PrintPage className="text-[13px]">
      <div className="mb-3 flex flex-wrap items-center gap-x-8 gap-y-2 border border-current p-3">
        <span>
          {t('nameField')} <span className="inline-block w-36 border-b border-current" />
        </span>
        <span className="flex items-center gap-1">
          {t('ticketField')}
          {Array.from({ length: 12 }, (_, at) => (
            <span key={at} className="inline-block h-6 w-5 border border-current" />
          ))}
        </span>
        <span className="basis-full text-[12px]">{t('sheetHint')}</span>
      </div>
      {sections.map(({ section, items }, at) => (
        <section key={at} className="mb-4">
          <h2 className="mb-1.5 font-bold break-after-avoid">{section.title}</h2>
          {section.type <= sectionType.judgement ? (
            <ol className="num grid grid-cols-3 gap-x-4 gap-y-1.5">
              {items.map(({ number, question }) => (
                <li key={number} className="flex items-center gap-1 break-inside-avoid">
                  <span className="w-8 text-right">{number}</span>
                  {(question.options.length > 0 ? question.options.map((option) => option.id) : ['T', 'F']).map((letter) => (
                    <span key={letter} className={box}>
                      {letter === 'T' ? '√' : letter === 'F' && section.type === sectionType.judgement ? '×' : letter}
                    </span>
                  ))}
                </li>
              ))}
            </ol>
          ) : (
            items.map(({ number, question }) => (
              <PrintBlock key={number} className="mb-2 flex gap-2">
                <span className="num w-8 shrink-0 text-right">{number}</span>
                {question.key.kind === 'blanks' ? (
                  <span className="flex grow flex-wrap gap-3">
                    {question.key.blanks.map((_rule, blank) => (
                      <span key={blank} className="inline-block h-6 w-40 border-b border-current" />
                    ))}
                  </span>
                ) : (
                  <span className="block h-40 grow border border-current" />
                )}
              </PrintBlock>
            ))
          )}
        </section>
      ))}
    </PrintPage>
  );
}

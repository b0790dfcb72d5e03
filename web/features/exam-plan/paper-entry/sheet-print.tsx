import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { sectionType } from '../../../../sync/contract/codes.ts';
import { joinLongAnswer } from '../../../../sync/engine/ops/long-answer.ts';
import { countWritingLines } from '../../../../sync/domain/papers/paper-layout.ts';
import { splitLeftItems } from '../../../../sync/domain/papers/left-items.ts';
import { formatPairs, LeftItems } from '../../../entities/question/placed-answer.tsx';
import { formatDateTime, formatTime } from '../../../lib/format-time.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { getSchoolLogo } from '../../../platform/session/session-user.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { PrintBlock, PrintLayout, PrintPage } from '../../../ui/print/print-layout.tsx';
import { QrPicture } from '../../../ui/print/qr-picture.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { hasTypedAnswer, type PaperSheetData, formatSheetCode, type SheetItem, getSheetPath } from './sheet-view.ts';

/** Prints an examinee's paper for a pen: existing answers are printed, the other questions have space to write. */
export function SheetPrint({ sheet, no }: { sheet: PaperSheetData; no: number }) {
  const { t } = useTranslation('sheet');
  const user = useAtomValue(sessionUserAtom);
  const { planId, userId } = sheet;
  const facts = [
    [t('name'), sheet.name],
    ...(sheet.seatLabel === '' ? [] : [[t('seat'), sheet.seatLabel] as const]),
    [t('ticket'), sheet.ticketNo],
    [t('until'), formatTime(sheet.deadlineMs)],
  ] as const;
  return (
    <PrintLayout
      school={{ title: user?.school_title ?? '', logo: user === null ? '' : getSchoolLogo(user) }}
      title={t('title')}
      badge={t('variant', { variant: sheet.variant })}
      subtitle={[sheet.planName, formatDateTime(sheet.startMs)].join(' · ')}
      footer={[sheet.name, sheet.ticketNo, formatSheetCode(planId, userId, no)].filter(Boolean).join(' · ')}
      actions={
        <Button asChild variant="ghost" className="mr-auto">
          <Link to={getSheetPath(planId, userId, no)}>{t('toEnter')}</Link>
        </Button>
      }
    >
      <PrintPage className="font-serif text-[10.5pt] leading-[1.6]">
        <div className="mb-3 flex gap-5 border-b border-black pb-3">
          <div className="min-w-0 grow">
            <dl className="num grid grid-cols-[auto_1fr_auto_1fr] gap-x-3 gap-y-1">
              {facts.map(([label, text]) => (
                <div key={label} className="contents">
                  <dt>{label}</dt>
                  <dd className="border-b border-[#999] font-bold">{text || '\u00A0'}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-2 text-[9.5pt]">{t('paperHint')}</p>
            <p className="mt-2 grid grid-cols-3 gap-4 text-[9.5pt]">
              {(['signExaminee', 'signWatcher', 'signClerk'] as const).map((who) => (
                <span key={who} className="border-b border-[#999] pb-[4mm]">
                  {t(who)}
                </span>
              ))}
            </p>
          </div>
          <figure className="w-[27mm] flex-none text-center">
            <QrPicture text={`${window.location.origin}${getSheetPath(planId, userId, no)}`} label={t('qr')} />
            <figcaption className="num text-[8.5pt]">{formatSheetCode(planId, userId, no)}</figcaption>
          </figure>
        </div>
        {sheet.items.map((item, at) => (
          <PrintBlock key={item.itemId} className="mb-3">
            {item.section !== sheet.items[at - 1]?.section && <h2 className="mb-1.5 font-bold">{item.section}</h2>}
            <Question item={item} />
          </PrintBlock>
        ))}
      </PrintPage>
    </PrintLayout>
  );
}

function Question({ item }: { item: SheetItem }) {
  const { t } = useTranslation('sheet');
  const { itemId, type, points, stem, blanks, shown, value } = item;
  const { left, options } = splitLeftItems(item.options);
  const judged = type === sectionType.judgement && options.length === 0;
  const answerOf = (): string => {
    if (judged) return t(value[0] === 'T' ? 'right' : 'wrong');
    if (left.length > 0) return formatPairs(value);
    return options.length > 0 ? value.join(' ') : type === sectionType.fillIn ? value.join(' · ') : joinLongAnswer([...value]);
  };
  const lines = hasTypedAnswer(value) ? 1 : type === sectionType.fillIn ? blanks : countWritingLines(points);
  return (
    <div>
      <div className="flex gap-1.5">
        <b className="num shrink-0">{itemId}.</b>
        <RichText html={stem} className="min-w-0 grow [&_img]:inline-block [&_img]:max-h-[55mm] [&_img]:max-w-full" />
        <span className="num shrink-0 text-[9pt]">{t('points', { n: points })}</span>
      </div>
      {left.length > 0 && <LeftItems items={[...left]} look="print" />}
      {options.length > 0 && (
        <ol className="ml-6 grid grid-cols-2 gap-x-6">
          {options.map(({ id, html }) => (
            <li key={id} className="flex gap-1.5">
              <b>{id}</b>
              <RichText html={html} className="min-w-0 grow" />
            </li>
          ))}
        </ol>
      )}
      {judged && (
        <p className="ml-6 flex gap-10">
          <span>{t('right')}</span>
          <span>{t('wrong')}</span>
        </p>
      )}
      {shown && <p className="ml-6 text-[9.5pt]">{t('shown')}</p>}
      {hasTypedAnswer(value) && <p className="ml-6 text-[9.5pt] whitespace-pre-wrap">{t('answerWas', { text: answerOf() })}</p>}
      {type === sectionType.ordering && !hasTypedAnswer(value) && (
        <p className="mt-1 ml-6 flex items-end gap-2">
          {t('orderLetters')}
          <span className="inline-block h-[8mm] w-[60mm] border-b border-[#999]" />
        </p>
      )}
      {options.length === 0 && !judged && !shown && (
        <div className="ml-6">
          {Array.from({ length: lines }, (_, line) => (
            <div key={line} className="h-[8mm] border-b border-[#999]" />
          ))}
        </div>
      )}
    </div>
  );
}

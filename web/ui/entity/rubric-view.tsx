import { useTranslation } from '../../lib/i18n.ts';
import type { RubricKey } from '../../../sync/contract/bank/question-body.ts';
import { RichText } from '../rich-text/rich-text.tsx';

/** Shows the rubric for markers: the reference answer, the scoring points with their sum, and the veto items, each of which fails the question. */
export function RubricView({ rubric }: { rubric: RubricKey }) {
  const { t } = useTranslation('ui');
  const total = rubric.items.reduce((sum, item) => sum + item.points, 0);
  return (
    <div className="mt-3 flex flex-col gap-3 rounded-lg bg-delivered-soft px-3 py-2.5 text-sm">
      {rubric.reference !== '' && (
        <div>
          <p className="mb-0.5 text-[13px] text-muted-foreground">{t('referenceAnswer')}</p>
          <RichText html={rubric.reference} />
        </div>
      )}
      {rubric.items.length > 0 && (
        <div>
          <p className="mb-0.5 text-[13px] text-muted-foreground">{t('scoringPoints', { count: total })}</p>
          <ol className="flex flex-col gap-1">
            {rubric.items.map((item, at) => (
              <li key={at} className="flex items-baseline gap-2">
                <span className="num w-5 shrink-0 text-right text-muted-foreground">{at + 1}.</span>
                <span className="min-w-0 grow">{item.text}</span>
                <b className="num shrink-0 font-semibold">{t('points', { count: item.points })}</b>
              </li>
            ))}
          </ol>
        </div>
      )}
      {rubric.veto.length > 0 && (
        <div>
          <p className="mb-0.5 text-[13px] font-medium text-seal">{t('vetoItems')}</p>
          <ul className="list-disc pl-5">
            {rubric.veto.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

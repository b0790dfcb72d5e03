import { useTranslation } from '../../../lib/i18n.ts';
import type { MarkerPoints } from '../../../../sync/contract/marking/marking.ts';
import { parseScorePoint } from '../../../../sync/domain/marking/score-sheet.ts';
import type { LedScript } from '../marking-queries.ts';

/** Shows an assessor's deductions, remarks and photos. Rows without any are left out. */
export function AssessorSheetView({ script, given }: { script: LedScript; given: MarkerPoints }) {
  const { t } = useTranslation('marking');
  const { sheet, photos = [], veto } = given;
  const rows = (sheet ?? []).flatMap((row, at) => {
    const point = parseScorePoint(script.items[at]?.text ?? t('wholeQuestion'));
    const said = [
      ...point.deductions.flatMap(({ text, points }, which) => {
        const times = row.times[which] ?? 0;
        return times > 0 ? `${text} −${points} ×${times}` : [];
      }),
      ...(row.other > 0 ? [t('offByHand', { off: row.other })] : []),
      ...(row.remark === '' ? [] : [row.remark]),
    ];
    const own = photos.filter((photo) => photo.row === at);
    return said.length === 0 && own.length === 0 ? [] : [{ at, content: point.content, said, own }];
  });
  return (
    <>
      {veto.map((at) => (
        <p key={at} className="font-medium text-seal">
          {t('vetoShort')}：{script.veto[at]}
        </p>
      ))}
      {rows.length > 0 && (
        <ul className="num flex flex-col gap-1.5 text-[13px]">
          {rows.map(({ at, content, said, own }) => (
            <li key={at}>
              <b className="font-medium">{content}</b> <span className="text-muted-foreground">{said.join('；')}</span>
              {own.length > 0 && (
                <span className="mt-1 flex flex-wrap gap-1.5">
                  {own.map(({ url }) => (
                    <a key={url} href={url} target="_blank" rel="noreferrer">
                      <img
                        src={url}
                        alt={t('photoOf', { name: content })}
                        loading="lazy"
                        className="h-14 w-20 rounded-md border object-cover"
                      />
                    </a>
                  ))}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

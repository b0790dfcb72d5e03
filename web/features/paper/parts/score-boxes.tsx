import { useTranslation } from '../../../lib/i18n.ts';
import { chineseOrdinals } from '../paper-templates.ts';

const cell = 'border border-current px-2 py-0.5';

/** Prints the points table (总分表): points of every section and the total, and the marker. */
export function ScoreTable({ sections }: { sections: number }) {
  const { t } = useTranslation('paper');
  const rows = [t('scoreTable'), t('marker'), t('checker')];
  return (
    <table className="num mb-3 w-full border-collapse text-center text-[9.5pt]">
      <tbody>
        <tr>
          <th className={`${cell} w-20 font-bold`}>{t('section')}</th>
          {Array.from({ length: sections }, (_, at) => (
            <td key={at} className={cell}>
              {chineseOrdinals[at]}
            </td>
          ))}
          <td className={`${cell} font-bold`}>{t('total')}</td>
        </tr>
        {rows.map((row) => (
          <tr key={row}>
            <th className={`${cell} font-bold`}>{row}</th>
            {Array.from({ length: sections + 1 }, (_, at) => (
              <td key={at} className={`${cell} h-[7mm]`} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Prints the boxes 得分 and 评卷人 next to a section heading. */
export function ScoreCorner() {
  const { t } = useTranslation('paper');
  return (
    <table className="shrink-0 border-collapse text-center text-[9pt]">
      <tbody>
        <tr>
          <td className={`${cell} w-[15mm]`}>{t('scoreTable')}</td>
          <td className={`${cell} w-[15mm]`}>{t('marker')}</td>
        </tr>
        <tr>
          <td className={`${cell} h-[7mm]`} />
          <td className={cell} />
        </tr>
      </tbody>
    </table>
  );
}

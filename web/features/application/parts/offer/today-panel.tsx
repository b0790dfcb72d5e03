import { useTranslation } from '../../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { enrolmentStatus } from '../../../../../sync/contract/codes.ts';
import type { CallOutput } from '../../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../../platform/api/call-path.ts';
import { ChipMark, type MarkShape } from '../../../../ui/primitives/chip.tsx';
import { Panel } from '../../../../ui/primitives/panel.tsx';

type Figures = CallOutput<CallOfPath<'/enroll/getCounts'>>;

/** Lists the work that needs a decision, most urgent first, with links. */
export function TodayPanel({ figures: { waiting, oldestMs } }: { figures: Figures }) {
  const { t } = useTranslation('filing');
  const list = `/enroll/list?status=${enrolmentStatus.underReview}`;
  const days = oldestMs === null ? 0 : Math.floor((Date.now() - oldestMs) / 86_400_000);
  const lines: { key: string; mark: MarkShape; tone: string; name: string; note: string; count: number; to: string }[] = [
    {
      key: 'long',
      mark: 'square',
      tone: 'text-kept-ink',
      name: t('todayLong'),
      note: t('oldestDays', { count: days }),
      count: waiting.long,
      to: list,
    },
    { key: 'mended', mark: 'ring', tone: 'text-kept-ink', name: t('mendedWaits'), note: t('todayMended'), count: waiting.mended, to: list },
    {
      key: 'twice',
      mark: 'square',
      tone: 'text-muted-foreground',
      name: t('twiceWaits'),
      note: t('todayTwice'),
      count: waiting.twice,
      to: `${list}&twice=1`,
    },
    {
      key: 'clear',
      mark: 'dot',
      tone: 'text-delivered',
      name: t('clearWaits'),
      note: t('todayClear'),
      count: waiting.clear,
      to: `${list}&doubtful=0&wall=1`,
    },
  ];
  const open = lines.filter((line) => line.count > 0);
  return (
    <Panel title={t('today')}>
      {open.length === 0 && <p className="px-3.5 py-4 text-sm text-muted-foreground">{t('todayNothing')}</p>}
      <ul>
        {open.map((line) => (
          <li key={line.key} className="flex items-center gap-2.5 border-b px-3.5 py-2.5 text-sm last:border-b-0">
            <ChipMark shape={line.mark} className={line.tone} />
            <span className="min-w-0 grow">
              {line.name} <span className="text-[13px] text-muted-foreground">{line.note}</span>
            </span>
            <Link className="num shrink-0 text-primary underline-offset-4 hover:underline" to={line.to}>
              {t('todayGo', { count: line.count })}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

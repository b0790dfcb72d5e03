import { useTranslation } from '../../../lib/i18n.ts';
import type { RoomBoard } from '../../../../sync/contract/exams/invigilation.ts';
import { cn } from '../../../lib/cn.ts';
import { formatTime } from '../../../lib/format-time.ts';
import type { RoomFigures } from '../model/seat-view.ts';
import { formatElapsed } from './use-age-text.ts';

const rules: Readonly<Record<keyof RoomFigures, string>> = {
  expected: 'border-border',
  present: 'border-delivered',
  inExam: 'border-border',
  handedIn: 'border-delivered',
  undelivered: 'border-kept',
};

/** Shows the room, its remaining time and its figures. */
export function RoomHead({ board, figures, nowMs }: { board: RoomBoard; figures: RoomFigures; nowMs: number }) {
  const { t } = useTranslation('invigilation');
  const endMs = board.startMs + board.durationMs;
  const leftMs = nowMs < board.startMs ? board.startMs - nowMs : endMs - nowMs;
  return (
    <header className="flex shrink-0 flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-64">
        <h1 className="truncate text-xl font-semibold">{`${board.room.name} · ${board.planName}`}</h1>
        <p className="num text-[13.5px] text-muted-foreground">
          {[
            [board.room.place, board.room.location].filter(Boolean).join(' '),
            `${formatTime(board.startMs)}–${formatTime(endMs)}`,
            t('invigilators', { names: board.invigilators.join('、') }),
          ]
            .filter(Boolean)
            .join('　')}
        </p>
      </div>
      <p className="shrink-0 text-right lg:order-last">
        <span className="block text-[13.5px] text-muted-foreground">{t(nowMs < board.startMs ? 'startsIn' : 'remaining')}</span>
        <b role="timer" className="num block text-[30px] leading-tight font-semibold">
          {leftMs > 0 ? formatElapsed(leftMs) : t('over')}
        </b>
      </p>
      <dl className="grid shrink-0 grid-cols-5 gap-2 max-lg:basis-full lg:gap-4">
        {(Object.keys(rules) as (keyof RoomFigures)[]).map((key) => (
          <div key={key} className={cn('border-l-[3px] pl-2.5', rules[key])}>
            <dt className="text-[13.5px] text-muted-foreground">{t(key)}</dt>
            <dd className={cn('num text-2xl leading-tight font-semibold', key === 'undelivered' && figures[key] > 0 && 'text-kept-ink')}>
              {figures[key]}
            </dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

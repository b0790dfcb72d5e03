import { useTranslation } from '../../../lib/i18n.ts';
import type { RoomBoard } from '../../../../sync/contract/invigilation.ts';
import { cn } from '../../../lib/cn.ts';
import { formatTime } from '../../../lib/format-time.ts';
import type { RoomFigures } from '../model/seat-view.ts';

const two = (n: number): string => String(n).padStart(2, '0');
function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

const rules: Readonly<Record<keyof RoomFigures, string>> = {
  expected: 'border-border',
  present: 'border-delivered',
  inExam: 'border-border',
  handedIn: 'border-delivered',
  undelivered: 'border-kept',
};

/** Which room this is, how long it still lasts, and how it stands. */
export function RoomHead({ board, figures, nowMs }: { board: RoomBoard; figures: RoomFigures; nowMs: number }) {
  const { t } = useTranslation('invigilation');
  const endMs = board.startMs + board.durationMs;
  const leftMs = nowMs < board.startMs ? board.startMs - nowMs : endMs - nowMs;
  return (
    <header>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
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
        <p className="shrink-0 text-right">
          <span className="block text-[13.5px] text-muted-foreground">{t(nowMs < board.startMs ? 'startsIn' : 'remaining')}</span>
          <b role="timer" className="num block text-[30px] leading-tight font-semibold">
            {leftMs > 0 ? clockOf(leftMs) : t('over')}
          </b>
        </p>
      </div>
      <dl className="mt-3 grid grid-cols-5 gap-2">
        {(Object.keys(rules) as (keyof RoomFigures)[]).map((key) => (
          <div key={key} className={cn('border-l-[3px] pl-2.5', rules[key])}>
            <dt className="text-[13.5px] text-muted-foreground">{t(key)}</dt>
            <dd className={cn('num text-2xl font-semibold', key === 'undelivered' && figures[key] > 0 && 'text-kept-ink')}>
              {figures[key]}
            </dd>
          </div>
        ))}
      </dl>
    </header>
  );
}

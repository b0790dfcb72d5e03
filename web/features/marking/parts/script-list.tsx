import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { formatTime } from '../../../lib/format-time.ts';
import { Panel } from '../../../ui/panel.tsx';
import type { MarkingTask } from '../marking-queries.ts';

interface ScriptListProps {
  task: MarkingTask;
  current: number | undefined;
  /** Absent: none can be taken now. */
  onChoose: ((code: number) => void) | undefined;
  className?: string;
}

/** What this marker has marked, newest first; where people perform, everybody who is to be marked. */
export function ScriptList({ task, current, onChoose, className }: ScriptListProps) {
  const { t } = useTranslation('marking');
  const { figures, scripts } = task;
  const people = scripts.some((script) => script.person !== null);
  return (
    <Panel
      title={t(people ? 'people' : 'myScripts')}
      aside={<span className="num text-[13px] text-muted-foreground">{figures.mine}</span>}
      className={cn(className)}
    >
      <ul className="max-h-[60dvh] overflow-y-auto">
        {scripts.map((script) => (
          <li key={script.code}>
            <button
              type="button"
              data-press="again"
              aria-current={script.code === current || undefined}
              disabled={onChoose === undefined}
              onClick={() => onChoose?.(script.code)}
              className={cn(
                'num flex w-full items-baseline justify-between gap-2 border-b px-3.5 py-2 text-left text-sm',
                script.code === current ? 'bg-primary-soft' : 'enabled:hover:bg-muted',
              )}
            >
              <span className="min-w-0">
                <b className="block truncate font-medium">
                  {script.person?.name ?? t('code', { code: String(script.code).padStart(4, '0') })}
                </b>
                <span className="text-[13px] text-muted-foreground">
                  {script.person?.ticketNo ?? (script.markedMs === null ? '' : formatTime(script.markedMs))}
                </span>
              </span>
              <span className={cn(script.total === null && 'text-muted-foreground')}>{script.total ?? t('notMarked')}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

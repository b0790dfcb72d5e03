import { memo } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { formatTime } from '../../../lib/format-time.ts';
import { ChipMark } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { formatScriptCode, type MarkingTask } from '../marking-queries.ts';

type Row = MarkingTask['scripts'][number];

interface ScriptListProps {
  task: MarkingTask;
  current: number | undefined;
  /** True while no script can be opened. */
  disabled: boolean;
  onChoose: (code: number) => void;
  className?: string;
}

/** Lists the scripts that this marker has marked, newest first. */
export const ScriptList = memo(function ScriptList({ task, current, disabled, onChoose, className }: ScriptListProps) {
  const { t } = useTranslation('marking');
  return (
    <Panel
      title={t('myScripts')}
      aside={<span className="num text-[13px] text-muted-foreground">{task.figures.mine}</span>}
      className={cn(className)}
    >
      {task.scripts.length === 0 && <p className="px-3.5 py-3 text-[13px] text-muted-foreground">{t('noneYet')}</p>}
      {/* Disable one fieldset instead of hundreds of buttons. */}
      <fieldset disabled={disabled} className="max-h-[60dvh] overflow-y-auto">
        <ul>
          {task.scripts.map((script) => (
            <Line key={script.code} script={script} isCurrent={script.code === current} onChoose={onChoose} />
          ))}
        </ul>
      </fieldset>
    </Panel>
  );
});

const Line = memo(function Line({ script, isCurrent, onChoose }: { script: Row; isCurrent: boolean; onChoose: (code: number) => void }) {
  const { t } = useTranslation('marking');
  const waits = script.state === 'difference' || script.state === 'late';
  return (
    <li>
      <button
        type="button"
        data-press="again"
        aria-current={isCurrent || undefined}
        onClick={() => onChoose(script.code)}
        className={cn(
          'num flex w-full items-baseline justify-between gap-2 border-b px-3.5 py-2 text-left text-sm',
          isCurrent ? 'bg-primary-soft' : waits ? 'bg-kept-soft' : 'enabled:hover:bg-muted',
        )}
      >
        <span className="min-w-0">
          <b className="block truncate font-medium">{t('code', { code: formatScriptCode(script.code) })}</b>
          <span className={cn('flex items-center gap-1.5 text-[13px]', waits ? 'text-kept-ink' : 'text-muted-foreground')}>
            {(waits || script.state === 'waits') && <ChipMark shape="ring" />}
            {waits || script.state === 'waits' ? t(`state_${script.state}`) : script.markedMs === null ? '' : formatTime(script.markedMs)}
          </span>
        </span>
        <span className={cn(script.total === null && 'text-muted-foreground')}>{script.total ?? t('notMarked')}</span>
      </button>
    </li>
  );
});

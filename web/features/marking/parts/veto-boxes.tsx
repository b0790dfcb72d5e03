import { cn } from '../../../lib/cn.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { Giving } from '../given-points.ts';
import type { MarkingTask } from '../marking-queries.ts';

interface VetoBoxesProps {
  task: Pick<MarkingTask, 'veto'>;
  giving: Giving;
  disabled: boolean;
  onGive: (giving: Giving) => void;
  /** Of each box's label, and of one that is checked. */
  className: string;
  checkedClassName?: string;
}

/** What of a task's vetoes was seen, in the order the task names them. */
export function VetoBoxes({ task, giving, disabled, onGive, className, checkedClassName }: VetoBoxesProps) {
  return task.veto.map((text, at) => (
    <label key={at} className={cn(className, giving.veto.includes(at) && checkedClassName)}>
      <Checkbox
        checked={giving.veto.includes(at)}
        disabled={disabled}
        onCheckedChange={(on) =>
          onGive({
            ...giving,
            veto: task.veto.flatMap((_, each) => ((each === at ? on === true : giving.veto.includes(each)) ? [each] : [])),
          })
        }
      />
      {text}
    </label>
  ));
}

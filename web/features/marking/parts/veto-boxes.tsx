import { cn } from '../../../lib/cn.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import type { MarkingInput } from '../marking-input.ts';
import type { MarkingTask } from '../marking-queries.ts';

interface VetoBoxesProps {
  task: Pick<MarkingTask, 'veto'>;
  markingInput: MarkingInput;
  disabled: boolean;
  onInputChange: (giving: MarkingInput) => void;
  /** Class of each label; `checkedClassName` is added to checked ones. */
  className: string;
  checkedClassName?: string;
}

/** Ticks the vetoes that the assessor observed. Vetoes are named by their index in the task. */
export function VetoBoxes({ task, markingInput, disabled, onInputChange, className, checkedClassName }: VetoBoxesProps) {
  return task.veto.map((text, at) => (
    <label key={at} className={cn(className, markingInput.veto.includes(at) && checkedClassName)}>
      <Checkbox
        checked={markingInput.veto.includes(at)}
        disabled={disabled}
        onCheckedChange={(on) =>
          onInputChange({
            ...markingInput,
            veto: task.veto.flatMap((_, each) => ((each === at ? on === true : markingInput.veto.includes(each)) ? [each] : [])),
          })
        }
      />
      {text}
    </label>
  ));
}

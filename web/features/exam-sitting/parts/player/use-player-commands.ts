import { useCallback } from 'react';
import type { PlayerCommand } from '../../model/key-map.ts';
import { isChoiceType } from '../../model/choice.ts';
import type { SittingItem } from '../../model/paper-order.ts';
import { isItemFlagged, type SittingController } from '../../model/sitting-controller.ts';
import type { QuestionActions } from '../answers/question-view.tsx';

/** Makes a function that applies a keyboard command to the current question. */
export const usePlayerCommands = (
  item: SittingItem | undefined,
  move: (by: 1 | -1) => void,
  controller: SittingController,
  actions: QuestionActions,
): ((command: PlayerCommand) => void) =>
  useCallback(
    (command) => {
      if (item === undefined) return;
      if (command.do === 'move') return move(command.step);
      if (command.do === 'flag') return controller.flag(item.id, !isItemFlagged(controller.snapshot(), item.id));
      if (command.do === 'focusOption') return focusOption(command.step);
      const option = isChoiceType(item.type) ? item.options[command.option] : undefined;
      if (option === undefined) return;
      if (command.do === 'choose') actions.choose(item, option.id);
      else actions.strike(item, option.id);
    },
    [item, move, controller, actions],
  );

/** Moves the focus to the next or previous option without choosing it. */
function focusOption(by: 1 | -1): void {
  const here = document.activeElement;
  const all = [...(here?.closest('[role=radiogroup],[role=group]')?.querySelectorAll<HTMLInputElement>('input') ?? [])];
  const at = all.indexOf(here as HTMLInputElement);
  all[(at + by + all.length) % all.length]?.focus();
}

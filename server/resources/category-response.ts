import { newCategoryPath, removeEmptyPathSteps } from '../../sync/contract/bank/category.ts';
import type { CategoryMove, TooManyRows } from '../db/category-store.ts';
import { toFieldErrors } from '../http/field-errors.ts';
import { refuse, refuseField, say } from '../http/handler.ts';
import { httpMessages } from '../http/http-messages.ts';

const messages = {
  none: say('没有这个分类', 'This category does not exist'),
  inside: say('分类不能移到自己里面', 'A category cannot be moved into itself'),
  deep: say('移动后分类会超过六级或名称过长', 'The category would be deeper than six levels, or its name too long'),
  taken: (path: string) => say(`已有分类“${path}”`, `There is already a category "${path}"`),
  tooMany: ({ rowCount, maxRows }: TooManyRows) =>
    say(
      `一次最多移动 ${maxRows} 项，这里有 ${rowCount} 项：请先逐个移动下级分类，或在列表里分批修改分类`,
      `At most ${maxRows} items can move at once, and there are ${rowCount} here. Move the categories below it one by one, or change the category in parts from the list`,
    ),
};

/** Validates the category of a row. An unchanged category is accepted in its old spelling, even if newer rules forbid it. */
export function validateCategory(typedPath: string, before = ''): string {
  if (removeEmptyPathSteps(typedPath) === removeEmptyPathSteps(before)) return before;
  const parsed = newCategoryPath.safeParse(typedPath);
  if (parsed.success) return parsed.data;
  const fields = toFieldErrors(parsed.error.issues, typedPath).map((fault) => ({ ...fault, path: 'category' }));
  refuse('invalid', httpMessages.invalid(fields.length), { fields });
}

/** Refuses to add a category that exists. */
export const refuseCategory = (path: string): never => refuseField('refused', 'category', messages.taken(path));

/** Converts the result of a category move to the call's response. `data.taken` is true if the caller may repeat the move with `merge`. */
export function toCategoryMoveResponse(move: CategoryMove, path: string): { moved: number } {
  switch (move.kind) {
    case 'done':
      return { moved: move.moved };
    case 'notFound':
      return refuse('notFound', messages.none);
    case 'inside':
      return refuse('refused', messages.inside);
    case 'taken':
      return refuse('refused', messages.taken(path), { data: { taken: true } });
    case 'deep':
      return refuse('refused', messages.deep);
    case 'tooMany':
      return refuse('refused', messages.tooMany(move));
  }
}

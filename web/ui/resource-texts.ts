import { createCatalogue } from '../lib/create-catalogue.ts';

/** Texts of lists and forms of any resource; `resource` and `name` are filled in. */
export const resourceTexts = createCatalogue({
  add: ['新建{{resource}}', 'New {{resource}}'],
  editTitle: ['编辑{{resource}}', 'Edit {{resource}}'],
  removeAsk: ['{{resource}}“{{name}}”将被删除，不能恢复。', 'The {{resource}} "{{name}}" will be deleted permanently.'],
  savedNext: ['“{{name}}”已保存。下一步：', '"{{name}}" saved. Next step:'],
  none: ['还没有{{resource}}', 'No {{resource}} yet'],
  updated: ['修改时间', 'Changed'],
  yes: ['是', 'Yes'],
  no: ['否', 'No'],
});

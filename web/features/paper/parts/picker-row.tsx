import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import type { ListRow } from '../../../platform/api/list-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { QuestionView } from '../../../ui/entity/question-view.tsx';

/** Placeholder until the key is loaded; it marks no option as right. */
const unasked = { key: { kind: 'choice' as const, right: [] }, analysis: '' };

/** Shows a question of the bank with its options. The answer loads on request. */
export function PickerRow({ row, children }: { row: ListRow<'/question/getList'>; children: ReactNode }) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const [isOpen, setOpen] = useState(false);
  const whole = useCall('/question/getById', { id: row.id }, { enabled: isOpen });
  const known = isOpen ? whole.data : undefined;
  return (
    <li className="flex items-start gap-3 border-b px-1 py-2.5">
      <div className="min-w-0 grow">
        <QuestionView question={known ?? { ...row, ...unasked }} showKey={known !== undefined} className="text-[14px]" />
        <p className="num mt-1.5 flex flex-wrap items-center gap-x-2 text-[12.5px] text-muted-foreground">
          <span>{code(`difficulty.${row.difficulty}`)}</span>
          {row.pointCode !== '' && <span>{row.pointCode}</span>}
          {row.category !== '' && <span>{row.category}</span>}
          <Button variant="link" size="sm" aria-expanded={isOpen} busy={isOpen && whole.isFetching} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'answerHide' : 'answerShow')}
          </Button>
        </p>
      </div>
      {children}
    </li>
  );
}

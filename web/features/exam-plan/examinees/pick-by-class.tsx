import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { SearchInput } from '../../../ui/primitives/search-input.tsx';
import { type ExamClass, useExamClasses } from '../exam-plan-queries.ts';
import type { PickProps } from './pick-props.ts';

/** Adds or removes whole classes. A class that is partly chosen shows how many. */
export function PickByClass({ chosen, put }: PickProps) {
  const { t } = useTranslation('examPlan');
  const classes = useExamClasses();
  const [find, setFind] = useState('');
  if (classes.data === undefined) return <LoadingState query={classes} className="h-64 rounded-xl" />;
  const those = new Set(chosen);
  const fitting = classes.data.filter(({ name, grade }) => `${name} ${grade}`.toLowerCase().includes(find.trim().toLowerCase()));
  return (
    <Panel
      bodyClassName="flex flex-col"
      title={<SearchInput value={find} onChange={setFind} placeholder={t('classSearch')} className="w-60 font-normal" />}
    >
      {classes.data.length === 0 && <EmptyState title={t('noClasses')}>{t('noClassesText')}</EmptyState>}
      {classes.data.length > 0 && fitting.length === 0 && <EmptyState title={t('noSuchClass')} />}
      <ul aria-label={t('pickByClass')} className="scroll-slim grid max-h-[max(20rem,calc(100dvh-22rem))] overflow-y-auto sm:grid-cols-2">
        {fitting.map((each) => (
          <ClassTick key={each.id} of={each} those={those} put={put} />
        ))}
      </ul>
    </Panel>
  );
}

function ClassTick({ of: { name, grade, user_ids }, those, put }: { of: ExamClass; those: ReadonlySet<number>; put: PickProps['put'] }) {
  const { t } = useTranslation('examPlan');
  const picked = user_ids.filter((id) => those.has(id)).length;
  const all = user_ids.length > 0 && picked === user_ids.length;
  const state = all ? true : picked > 0 ? 'indeterminate' : false;
  return (
    <li className="-ml-px -mt-px border-t border-l">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 hover:bg-muted has-disabled:cursor-default has-disabled:opacity-60">
        <Checkbox checked={state} disabled={user_ids.length === 0} onCheckedChange={() => put(user_ids, !all)} />
        <span className="min-w-0 grow truncate text-sm" title={name}>
          {name}
          {grade !== '' && <span className="num ml-2 text-[13px] text-muted-foreground">{t('gradeOf', { grade })}</span>}
        </span>
        <span className="num shrink-0 text-[13px] text-muted-foreground">
          {picked > 0 ? t('ofCount', { n: picked, of: user_ids.length }) : t('headcount', { count: user_ids.length })}
        </span>
      </label>
    </li>
  );
}

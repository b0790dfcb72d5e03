import { useAtomValue } from 'jotai';
import { useTranslation } from '../../lib/i18n.ts';
import { generatePath, Link, useParams } from 'react-router-dom';
import { userTypes } from '../../../sync/contract/roles.ts';
import { sessionUserAtom } from '../../platform/session/session-atoms.ts';
import { useCurrentRoute } from '../current-route.ts';
import { getMenuGroupPath, listParentRows } from './page-trail.ts';

const stepLook = 'rounded-sm hover:text-foreground hover:underline underline-offset-4';

export function Breadcrumb() {
  const { t } = useTranslation('app');
  const row = useCurrentRoute();
  const params = useParams();
  const user = useAtomValue(sessionUserAtom);
  if (row === undefined || user === null) return <span />;
  const titleOf = ({ title }: { title?: typeof row.title }) => t(title === undefined ? 'untitled' : `titles.${title}`);
  const above = listParentRows(row, user.roles);
  const isRoot = row.path === '/home/index';
  const all: { key: string; text: string; to?: string | undefined }[] = isRoot
    ? []
    : [
        { key: 'home', text: t('shell.home'), to: userTypes[user.user_type].landing },
        ...getMenuGroupPath(above[0]?.group ?? row.group, user.roles).map(({ key, to }) => ({ key, text: t(`groups.${key}`), to })),
        ...above.map((parent) => ({ key: parent.path, text: titleOf(parent), to: generatePath(parent.path, params) })),
      ];
  // A group with the same name as its first page is one step, not two.
  const steps = all.filter(({ text }, at) => text !== (all[at + 1]?.text ?? titleOf(row)));
  return (
    <nav aria-label={t('shell.breadcrumb')} className="min-w-0 truncate text-[13px] text-muted-foreground">
      {steps.map((step) => (
        <span key={step.key} className="max-sm:hidden">
          {step.to === undefined ? (
            <span>{step.text}</span>
          ) : (
            <Link to={step.to} className={stepLook}>
              {step.text}
            </Link>
          )}
          <span aria-hidden> / </span>
        </span>
      ))}
      <span aria-current="page" className="font-medium text-foreground">
        {titleOf(row)}
      </span>
    </nav>
  );
}

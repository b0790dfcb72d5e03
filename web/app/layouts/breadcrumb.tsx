import { useAtomValue } from 'jotai';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link, useParams } from 'react-router-dom';
import { userTypes } from '../../../sync/contract/roles.ts';
import { sessionUserAtom } from '../../platform/session-atoms.ts';
import { useCurrentRow } from '../current-row.ts';
import { routeRows, type RouteRow } from '../routes.ts';

/** Pages above this one, topmost first. */
function ancestors(row: RouteRow): RouteRow[] {
  const above: RouteRow[] = [];
  let under = row.under;
  while (under !== undefined && above.length < 5) {
    const path: string = under;
    const parent = routeRows.find((other) => other.path === path);
    if (parent === undefined) break;
    above.unshift(parent);
    under = parent.under;
  }
  return above;
}

const stepLook = 'rounded-sm hover:text-foreground hover:underline underline-offset-4';

export function Breadcrumb() {
  const { t } = useTranslation('app');
  const row = useCurrentRow();
  const params = useParams();
  const user = useAtomValue(sessionUserAtom);
  if (row === undefined) return <span />;
  const home = user === null ? '/' : userTypes[user.user_type].landing;
  const above = ancestors(row);
  const group = above[0]?.group ?? row.group;
  const steps: { key: string; text: string; to?: string }[] = [
    { key: 'home', text: t('shell.home'), to: home },
    ...(group === undefined ? [] : [{ key: 'group', text: t(`groups.${group}`) }]),
    ...above.map((parent) => ({ key: parent.path, text: t(`titles.${parent.title}`), to: generatePath(parent.path, params) })),
  ];
  return (
    <nav aria-label={t('shell.breadcrumb')} className="min-w-0 truncate text-[13px] text-muted-foreground">
      {steps.map((step) => (
        <Fragment key={step.key}>
          {step.to === undefined ? (
            <span>{step.text}</span>
          ) : (
            <Link to={step.to} className={stepLook}>
              {step.text}
            </Link>
          )}
          <span aria-hidden> / </span>
        </Fragment>
      ))}
      <span aria-current="page" className="font-medium text-foreground">
        {t(`titles.${row.title}`)}
      </span>
    </nav>
  );
}

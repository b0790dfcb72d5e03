import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Link, useNavigate } from 'react-router-dom';
import { cn } from '../../lib/cn.ts';
import { Button } from '../primitives/button.tsx';
import { DropdownMenu, MenuItem } from '../primitives/dropdown-menu.tsx';

/** An action on one row: a path to open, or a function. */
export type RowActionItem = {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Shown in vermilion for an action that cannot be undone; the action must ask for confirmation. */
  readonly destroys?: true;
  readonly disabled?: boolean;
  /** True for the next step of the row, such as publishing a draft. It is the first action, and the list also offers it after the row was saved. */
  readonly next?: boolean;
} & ({ readonly to: string; readonly onSelect?: never } | { readonly onSelect: () => void; readonly to?: never });

const look = 'rounded-sm underline-offset-4 hover:underline disabled:opacity-50 disabled:no-underline';
const getColourClass = (action: RowActionItem): string => (action.destroys === true ? 'text-seal' : 'text-primary');

interface RowActionsProps {
  actions: readonly RowActionItem[];
  /** Name of the row, for screen readers: "Edit: Paper of May". */
  name: string;
  /** Number of actions shown in the row; the rest are in a menu. */
  inline: number;
  /** `tabIndex: -1` for the actions of a row that is not in the Tab order. */
  stop?: { readonly tabIndex?: number };
}

/** Shows the actions of a row: the first ones as links, the rest in a menu. */
export function RowActions({ actions, name, inline, stop = {} }: RowActionsProps) {
  const { t } = useTranslation('ui');
  const navigate = useNavigate();
  const inlineActions = actions.length <= inline + 1 ? actions : actions.slice(0, inline);
  const menuActions = actions.slice(inlineActions.length);
  const getAriaLabel = (action: RowActionItem) => (name === '' ? action.label : t('actionOn', { action: action.label, name }));
  return (
    <span className="inline-flex items-center gap-3.5">
      {inlineActions.map((action) =>
        action.to === undefined ? (
          <button
            key={action.label}
            {...stop}
            type="button"
            data-press="once"
            aria-label={getAriaLabel(action)}
            disabled={action.disabled}
            onClick={action.onSelect}
            className={cn(look, getColourClass(action))}
          >
            {action.label}
          </button>
        ) : (
          <Link key={action.label} {...stop} to={action.to} aria-label={getAriaLabel(action)} className={cn(look, getColourClass(action))}>
            {action.label}
          </Link>
        ),
      )}
      {menuActions.length > 0 && (
        <DropdownMenu
          trigger={
            <Button
              {...stop}
              variant="ghost"
              size="iconSm"
              aria-label={name === '' ? t('moreActions') : t('actionOn', { action: t('moreActions'), name })}
            >
              <Ellipsis />
            </Button>
          }
        >
          {menuActions.map((action) => (
            <MenuItem
              key={action.label}
              disabled={action.disabled ?? false}
              className={cn(action.destroys === true && 'text-seal [&_svg]:text-seal')}
              onSelect={() => (action.to === undefined ? action.onSelect() : void navigate(action.to))}
            >
              {action.icon}
              {action.label}
            </MenuItem>
          ))}
        </DropdownMenu>
      )}
    </span>
  );
}

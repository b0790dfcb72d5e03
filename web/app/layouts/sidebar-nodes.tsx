import { useAtom } from 'jotai';
import {
  ChevronDown,
  ExternalLink as ExternalIcon,
  Award,
  Blocks,
  BookOpen,
  CalendarClock,
  ClipboardCheck,
  FileCheck2,
  FileText,
  GraduationCap,
  Hand,
  House,
  IdCard,
  Layers,
  Library,
  ListChecks,
  type LucideIcon,
  MonitorCheck,
  Newspaper,
  PenLine,
  School,
  Settings,
  SlidersHorizontal,
  Stamp,
  UserCog,
  Users,
} from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useLabelText } from '../../ui/form/use-label-text.ts';
import { Link } from 'react-router-dom';
import { cn } from '../../lib/cn.ts';
import { listMenuPages, type MenuNode } from './sidebar-menu.ts';
import { openMenuGroupsAtom } from './sidebar-state.ts';
import type { GroupKey } from '../routes/route-row.ts';

const groupIcons: Readonly<Record<GroupKey, LucideIcon>> = {
  exam: CalendarClock,
  organise: Blocks,
  test: ListChecks,
  homework: PenLine,
  course: BookOpen,
  info: Newspaper,
  declaration: Stamp,
  students: GraduationCap,
  manage: School,
  schools: School,
  bank: Library,
  system: Settings,
};

const pageIcons: Readonly<Record<string, LucideIcon>> = {
  '/teacher/home/index': House,
  '/student/home/index': House,
  '/student/learn/index': BookOpen,
  '/student/exercises/index': ListChecks,
  '/student/test/index': MonitorCheck,
  '/student/homework/index': PenLine,
  '/student/declaration/index': Stamp,
  '/student/user/index': IdCard,
  '/teacher/user/index': UserCog,
  '/marker/exam/index': FileCheck2,
  '/marker/examOption/index': Hand,
  '/marker/examtest/index': ClipboardCheck,
  '/invigilator/exam/index': MonitorCheck,
  '/school/index': School,
  '/school/assets/user': Users,
  '/system/index': SlidersHorizontal,
  '/question/list': Layers,
};

/** Returns the icon of a page at the menu's top level. */
const getPageIcon = (path: string): LucideIcon => pageIcons[path] ?? (path.startsWith('/student') ? Award : FileText);

export const menuItemClass = 'mx-2 my-px flex min-h-[38px] items-center gap-2.5 rounded-md px-4 text-sm transition-colors';

/** Left paddings of the menu's levels: none at the top, then the width of the icon, then a little more. */
const indents = ['', 'pl-[42px]', 'pl-[54px]'];
const getNestedClass = (depth: number): string => cn(depth > 0 && 'min-h-[34px] text-[13.5px]', indents[Math.min(depth, 2)]);

interface SidebarNodesProps {
  nodes: readonly MenuNode[];
  /** Path of the highlighted page. */
  marked: string | undefined;
  /** Opens all groups that the user has neither opened nor closed. */
  allOpen: boolean;
  onStep: (() => void) | undefined;
  depth?: number;
}

function Group({ node, depth = 0, ...rest }: Omit<SidebarNodesProps, 'nodes'> & { node: Extract<MenuNode, { kind: 'group' }> }) {
  const { t } = useTranslation('app');
  const [groupsOpen, setGroupsOpen] = useAtom(openMenuGroupsAtom);
  const listId = useId();
  const holdsMarked = listMenuPages(node.children).some((row) => row.path === rest.marked);
  const open = groupsOpen[node.key] ?? (rest.allOpen || holdsMarked);
  const Icon = groupIcons[node.key];
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setGroupsOpen({ ...groupsOpen, [node.key]: !open })}
        className={cn(
          menuItemClass,
          getNestedClass(depth),
          'w-[calc(100%-16px)] hover:bg-sidebar-accent',
          !open && holdsMarked && 'font-semibold',
        )}
      >
        {depth === 0 && <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.7} />}
        <span className="min-w-0 py-1 text-left leading-tight wrap-break-word">{t(`groups.${node.key}`)}</span>
        <ChevronDown aria-hidden className={cn('ml-auto size-3.5 shrink-0 opacity-70 transition-transform', !open && '-rotate-90')} />
      </button>
      <div id={listId} hidden={!open}>
        {open && <SidebarNodes nodes={node.children} depth={depth + 1} {...rest} />}
      </div>
    </li>
  );
}

/** Renders one level of the menu. */
export function SidebarNodes({ nodes, depth = 0, ...rest }: SidebarNodesProps) {
  const { t } = useTranslation('app');
  const label = useLabelText();
  return (
    <ul>
      {nodes.map((node) => {
        if (node.kind === 'group') return <Group key={node.key} node={node} depth={depth} {...rest} />;
        const look = cn(menuItemClass, getNestedClass(depth));
        if (node.kind === 'link') {
          return (
            <li key={node.link.href}>
              <a href={node.link.href} target="_blank" rel="noreferrer" className={cn(look, 'hover:bg-sidebar-accent')}>
                <span className="min-w-0 py-1 leading-tight wrap-break-word">{label(node.link.title)}</span>
                <ExternalIcon aria-hidden className="ml-auto size-3.5 shrink-0 opacity-70" />
              </a>
            </li>
          );
        }
        const { path, title } = node.row;
        const isCurrent = path === rest.marked;
        const Icon = getPageIcon(path);
        return (
          <li key={path}>
            <Link
              to={path}
              {...(rest.onStep === undefined ? {} : { onClick: rest.onStep })}
              aria-current={isCurrent ? 'page' : undefined}
              className={cn(
                look,
                isCurrent ? 'bg-sidebar-primary font-semibold text-sidebar-primary-foreground' : 'hover:bg-sidebar-accent',
                depth > 0 && !isCurrent && 'text-sidebar-foreground/85',
              )}
            >
              {depth === 0 && <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.7} />}
              <span className="min-w-0 py-1 leading-tight wrap-break-word">{title === undefined ? t('untitled') : label(title)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

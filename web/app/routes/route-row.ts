import type { ComponentType } from 'react';
import type { BilingualLabel } from '../../../sync/contract/resource.ts';
import type { Role } from '../../../sync/contract/roles.ts';
import type { appTexts } from '../app-texts.ts';
import type { LazyCatalogueName } from '../texts.ts';

export type GroupKey = keyof (typeof appTexts)['groups'];

/** Users who may enter: everyone, every signed-in user, or holders of one of the roles. */
export type RouteAccess = 'public' | 'signedIn' | readonly Role[];

/**
 * A page in the route table, which router, sidebar, breadcrumb, window title and route guard read. Several rows may have one path and
 * different roles: the address then shows a different page to each role.
 */
export interface RouteRow {
  readonly path: string;
  /** Name in the menu, heading of the page and of its list. If missing, the window has the platform's title. */
  readonly title?: BilingualLabel;
  readonly access: RouteAccess;
  /**
   * `plain`: no frame around the page. `admin`: sidebar and navbar. `question`, `enroll`: a title bar. `own`: the layout that the user's
   * other pages have.
   */
  readonly layout: 'plain' | 'admin' | 'question' | 'enroll' | 'own';
  /** Group of the menu: the heading in the sidebar, and the second step of the breadcrumb. */
  readonly group?: GroupKey;
  /**
   * `true`: the sidebar or title bar shows the page, at the top level if it has no `group`. `here`: the title bar shows it only while it is
   * the current page. Absent: not shown.
   */
  readonly sidebar?: true | 'here';
  /** Path of the parent page, for the breadcrumb and the highlighted item of the sidebar. */
  readonly under?: string;
  /** An exam may be running on this page, so no session dialog may cover it (SY11). */
  readonly sitting?: true;
  /**
   * The page uses the full width, because it has two columns. Other pages of learners, and pages below a title bar, get their width from
   * the layout.
   */
  readonly wide?: true;
  /** Ids in the path are numbers, or with `code`: letters, digits, dots and dashes (specification section 5). */
  readonly ids?: 'code';
  /** The page only edits. A school leader with read-only access is redirected to the parent page. */
  readonly writes?: true;
  /** Text catalogues that the page's code uses, besides those of every page. `npm run check` names the list if it is not exactly this. */
  readonly texts: readonly LazyCatalogueName[];
  /**
   * Loads the page's component. Must be written as `(await import(file)).Name`: checks derive from it which calls the page makes and
   * whether each of its roles may make them.
   */
  readonly page: () => Promise<ComponentType>;
}

/** A heading of the sidebar. If it is clickable, the breadcrumb links it to its first page. */
export interface MenuGroup {
  readonly under?: GroupKey;
  /** Keeps the heading even if it contains a single page; otherwise the page replaces it. */
  readonly alwaysShow?: true;
  readonly clickable: boolean;
}

/** Links to a document outside the application. */
export interface ExternalLink {
  readonly href: string;
  readonly title: BilingualLabel;
  readonly access: readonly Role[];
  readonly group?: GroupKey;
}

export const staffRoles = ['school', 'teacher'] as const satisfies readonly Role[];
export const examineeRoles = ['student', 'examUser'] as const satisfies readonly Role[];

import type { ComponentType } from 'react';
import type { BilingualLabel } from '../../../sync/contract/resource.ts';
import type { Role } from '../../../sync/contract/roles.ts';
import type { appTexts } from '../app-texts.ts';
import type { LazyCatalogueName } from '../texts.ts';

export type GroupKey = keyof (typeof appTexts)['groups'];

/** Users who may enter: everyone, every signed-in user, or holders of one of the roles. */
export type RouteAccess = 'public' | 'signedIn' | readonly Role[];

/**
 * One page. Router, sidebar, breadcrumb, title and guard read only this table. Several rows may have the same path with different roles: one
 * address that shows another page for each role.
 */
export interface RouteRow {
  readonly path: string;
  /** Name in the menu, heading of the page and of its list. If missing, the window has the platform's title. */
  readonly title?: BilingualLabel;
  readonly access: RouteAccess;
  /**
   * `plain`: the page fills the window. `admin`: sidebar and navbar. `question`, `enroll`: a title bar.
   * `own`: the layout of the user's other pages.
   */
  readonly layout: 'plain' | 'admin' | 'question' | 'enroll' | 'own';
  /** Second step of the breadcrumb, and heading in the sidebar. */
  readonly group?: GroupKey;
  /**
   * Shows the page in the sidebar (or in the title bar's navigation), at the top level if it has no `group`. If missing, the page is hidden there.
   * `here`: shown only while it is the current page.
   */
  readonly sidebar?: true | 'here';
  /** Path of the parent page, for the breadcrumb and the highlighted item of the sidebar. */
  readonly under?: string;
  /** An exam may be running on this page, so no session dialog may cover it (SY11). */
  readonly sitting?: true;
  /** The page needs the full width, because it has two columns. Other pages of learners, and below a title bar, are as wide as their layout says. */
  readonly wide?: true;
  /** Ids in the path are numbers, or with `code`: letters, digits, dots and dashes (specification section 5). */
  readonly ids?: 'code';
  /** The page only edits. A school leader with read-only access is redirected to the parent page. */
  readonly writes?: true;
  /** Catalogues that the page's code uses, besides those of every page. `npm run check` names the list if it is not exactly this. */
  readonly texts: readonly LazyCatalogueName[];
  /** Written as `(await import(file)).Name`. The checks derive from it which calls the page makes, and whether each of its roles may. */
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

import type { ComponentType } from 'react';
import type { Role } from '../../../sync/contract/roles.ts';
import type { CallPath } from '../../platform/call-path.ts';
import type { appTexts } from '../app-texts.ts';
import type { LaterTexts } from '../texts.ts';

type Texts = typeof appTexts;
export type TitleKey = keyof Texts['titles'];
export type GroupKey = keyof Texts['groups'];

/** Who gets in: everybody, everybody who is signed in, or who holds one of these roles. */
export type RouteAccess = 'public' | 'signedIn' | readonly Role[];

/**
 * One page: router, sidebar, breadcrumb, title and guard all read this and nothing else. A path may stand in several rows
 * whose roles differ: one address, another page for each role.
 */
export interface RouteRow {
  readonly path: string;
  /** Without one the window is titled as the platform's own. */
  readonly title?: TitleKey;
  readonly access: RouteAccess;
  /**
   * `plain`: the page fills the window. `admin`: sidebar and navbar around it. `question`, `enroll`: a title bar above it.
   * `own`: whichever of these the person's other pages have.
   */
  readonly layout: 'plain' | 'admin' | 'question' | 'enroll' | 'own';
  /** Second step of the breadcrumb, and the sidebar's heading. */
  readonly group?: GroupKey;
  /**
   * Stands in the sidebar (of a title bar: in its navigation); without `group` it stands at the top level. Hidden without it.
   * `here`: stands there only while it is the page that is shown.
   */
  readonly sidebar?: true | 'here';
  /** Path of the page above this one, for the breadcrumb and for what the sidebar marks. */
  readonly under?: string;
  /** Somebody may be sitting an exam here: no dialog about the session covers it (SY11). */
  readonly sitting?: true;
  /** Needs the whole width of the window under its title bar: two things side by side. */
  readonly wide?: true;
  /** Ids in the path are numbers, or codes of letters, digits, dot and dash (spec section 5). */
  readonly ids?: 'code';
  /** Nothing is read here, only written: a school's leader, who changes nothing, is led to the page above. */
  readonly writes?: true;
  /** A test proves that every role of the page may make each of these. */
  readonly calls: readonly CallPath[];
  /** Catalogues it speaks from, besides those every page has. */
  readonly texts: readonly LaterTexts[];
  readonly page: () => Promise<ComponentType>;
}

/** A heading of the sidebar. Where it is clickable, the breadcrumb leads from it to its first page. */
export interface MenuGroup {
  readonly under?: GroupKey;
  /** Stays a heading where only one page is left under it; else that page stands in its place. */
  readonly alwaysShow?: true;
  readonly clickable: boolean;
}

/** Leads out of the application, to a document of its own. */
export interface ExternalLink {
  readonly href: string;
  readonly title: TitleKey;
  readonly access: readonly Role[];
  readonly group?: GroupKey;
}

export const staff = ['school', 'teacher'] as const satisfies readonly Role[];
export const sitter = ['student', 'examUser'] as const satisfies readonly Role[];

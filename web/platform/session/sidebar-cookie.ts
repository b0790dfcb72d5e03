const cookie = 'sidebarStatus';

/** Tells whether the sidebar was left open on this PC (spec section 9). */
export const isSidebarRemembered = (): boolean => !document.cookie.split('; ').includes(`${cookie}=0`);

export const rememberSidebar = (open: boolean): void => {
  document.cookie = `${cookie}=${open ? 1 : 0}; path=/; max-age=${365 * 86_400}; samesite=lax`;
};

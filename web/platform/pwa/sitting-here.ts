/** Tells whether this page is an exam's player. During an exam, background downloads and clock checks are off. */
export const isPlayerOpen = (): boolean => location.pathname.startsWith('/student/exam/item/');

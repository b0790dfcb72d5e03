/** Is this page an exam's player? While it is, nothing else is fetched on this PC and no clock is asked for. */
export const isSitting = (): boolean => location.pathname.startsWith('/student/exam/item/');

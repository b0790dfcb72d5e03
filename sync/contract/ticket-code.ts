/** What the QR code of an admission ticket says: which exam, and whose number. It tells nothing that the ticket doesn't say in print. */
const mark = 'WK1';

export const ticketCode = (planId: number, ticketNo: string): string => `${mark}|${planId}|${ticketNo}`;

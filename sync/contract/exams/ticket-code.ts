// Text of the QR code on an admission ticket: the exam and the ticket number, both also printed on the ticket.
const mark = 'WK1';

export const formatTicketCode = (planId: number, ticketNo: string): string => `${mark}|${planId}|${ticketNo}`;

/** Publication status of courses and articles. */
export const publishingStatus = { draft: 0, published: 1, withdrawn: 2 } as const;
export type PublishingStatusCode = (typeof publishingStatus)[keyof typeof publishingStatus];

export const quotaHeadClass = 'h-9 px-2.5 text-right text-[12.5px] font-medium whitespace-nowrap text-muted-foreground';

import { createContext, use } from 'react';

/** Title of the page in the route table, in the language of the interface. */
export const PageTitleContext = createContext('');

/** Returns the title under which the menu lists the current page. It is the page's heading and the name of its list. */
export const usePageTitle = (): string => use(PageTitleContext);

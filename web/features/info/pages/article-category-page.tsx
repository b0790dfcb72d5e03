import { CategoryOwnerPage } from '../../../platform/choices/category-owner.tsx';

export const ArticleCategoryPage = () => <CategoryOwnerPage shelf="article" lists="/teacher/info/index" />;

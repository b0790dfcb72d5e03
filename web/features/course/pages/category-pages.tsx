import { CategoryOwnerPage } from '../../../platform/choices/category-owner.tsx';

export const CourseCategoryPage = () => <CategoryOwnerPage shelf="course" lists="/teacher/course/index" />;

export const CoursewareCategoryPage = () => <CategoryOwnerPage shelf="courseware" lists="/teacher/course/courseware" />;

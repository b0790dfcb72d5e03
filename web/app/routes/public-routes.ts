import { directoryReturnPath, ltiLaunchPath, ltiLoginPath } from '../../../sync/contract/patterns.ts';
import type { Role } from '../../../sync/contract/roles.ts';
import { accountPage } from './shared-pages.ts';
import type { RouteRow } from './route-row.ts';

const signIn = {
  title: ['登录', 'Sign in'],
  access: 'public',
  layout: 'plain',
  ids: 'code',
  texts: ['signIn'],
  page: async () => (await import('../../features/sign-in/pages/sign-in-page.tsx')).SignInPage,
} as const satisfies Partial<RouteRow>;

const help = {
  title: ['帮助', 'Help'],
  access: 'public',
  layout: 'plain',
  ids: 'code',
  texts: ['help'],
  page: async () => (await import('../../features/help/pages/guide-page.tsx')).GuidePage,
} as const satisfies Partial<RouteRow>;

const bare = { access: 'public', layout: 'plain' } as const;

/** All roles of a school that read its articles. */
const newsReaders = ['school', 'teacher', 'marker', 'invigilator', 'student', 'examUser'] as const satisfies readonly Role[];

export const publicRoutes: readonly RouteRow[] = [
  { ...signIn, path: '/login' },
  { ...signIn, path: '/login/:id' },
  { ...signIn, path: '/o/login' },
  { ...signIn, path: '/o/login/:id' },
  {
    path: directoryReturnPath,
    title: ['登录', 'Sign in'],
    access: 'public',
    layout: 'plain',
    texts: ['signIn'],
    page: async () => (await import('../../features/sign-in/pages/sign-in-return-page.tsx')).SignInReturnPage,
  },
  {
    ...bare,
    path: `${ltiLoginPath}/:id`,
    title: ['登录', 'Sign in'],
    texts: ['signIn'],
    page: async () => (await import('../../features/sign-in/pages/lti-login-page.tsx')).LtiLoginPage,
  },
  {
    ...bare,
    path: `${ltiLaunchPath}/:id`,
    title: ['登录', 'Sign in'],
    texts: ['signIn'],
    page: async () => (await import('../../features/sign-in/pages/lti-launch-page.tsx')).LtiLaunchPage,
  },
  {
    path: '/reg',
    title: ['注册', 'Register'],
    access: 'public',
    layout: 'plain',
    texts: ['registration'],
    page: async () => (await import('../../features/registration/pages/registration-page.tsx')).RegistrationPage,
  },
  {
    path: '/spare',
    title: ['换到备用机', 'Spare PC'],
    access: 'public',
    layout: 'plain',
    texts: ['examAround'],
    page: async () => (await import('../../features/exam-sitting/pages/spare-page.tsx')).SparePage,
  },
  {
    path: '/test',
    title: ['本机自检', 'Self-check'],
    access: 'public',
    layout: 'plain',
    texts: ['examAround', 'examSitting'],
    page: async () => (await import('../../features/exam-sitting/pages/self-check-page.tsx')).SelfCheckPage,
  },
  { ...help, path: '/help' },
  { ...help, path: '/help/:id' },
  {
    path: '/verify',
    title: ['证书核验', 'Verify a certificate'],
    access: 'public',
    layout: 'plain',
    texts: ['certificate'],
    page: async () => (await import('../../features/certificate/pages/verify-page.tsx')).VerifyPage,
  },
  {
    path: '/verify/:number',
    title: ['证书核验', 'Verify a certificate'],
    access: 'public',
    layout: 'plain',
    ids: 'code',
    texts: ['certificate'],
    page: async () => (await import('../../features/certificate/pages/verify-page.tsx')).VerifyPage,
  },
  {
    path: '/certificate/:id',
    title: ['职业技能等级证书', 'Certificate'],
    access: ['school', 'teacher', 'student', 'examUser'],
    layout: 'plain',
    texts: ['certificate'],
    page: async () => (await import('../../features/certificate/pages/certificate-page.tsx')).CertificatePage,
  },
  {
    ...bare,
    path: '/404',
    title: ['页面不存在', 'Page not found'],
    texts: [],
    page: async () => (await import('../error-page.tsx')).NotFoundPage,
  },
  {
    ...bare,
    path: '/500',
    title: ['出错了', 'Something went wrong'],
    texts: [],
    page: async () => (await import('../error-page.tsx')).FailurePage,
  },

  // The home page, at which every breadcrumb starts. It shows the user's tasks of today, with a row for each role.
  {
    path: '/home/index',
    title: ['首页', 'Home'],
    access: ['teacher'],
    layout: 'admin',
    under: '/teacher/home/index',
    texts: ['codes', 'duty', 'firstSteps', 'home', 'learning'],
    page: async () => (await import('../../features/home/pages/teacher-home-page.tsx')).TeacherHomePage,
  },
  {
    path: '/home/index',
    title: ['首页', 'Home'],
    access: ['student'],
    layout: 'admin',
    under: '/student/home/index',
    texts: ['examAround', 'examSitting'],
    page: async () => (await import('../../features/exam-sitting/pages/notice-list-page.tsx')).NoticeListPage,
  },
  {
    path: '/home/index',
    title: ['首页', 'Home'],
    access: ['admin'],
    layout: 'admin',
    under: '/school/index',
    texts: ['firstSteps', 'home'],
    page: async () => (await import('../../features/home/pages/platform-home-page.tsx')).SuperAdminHomePage,
  },

  {
    path: '/info/index',
    title: ['资讯', 'Articles'],
    access: newsReaders,
    layout: 'own',
    texts: ['learning'],
    page: async () => (await import('../../features/info/pages/news-page.tsx')).NewsPage,
  },
  {
    path: '/info/item/:id',
    title: ['资讯', 'Article'],
    access: newsReaders,
    layout: 'own',
    under: '/info/index',
    texts: ['learning'],
    page: async () => (await import('../../features/info/pages/article-page.tsx')).ArticlePage,
  },
  { ...accountPage, path: '/account', title: ['账号设置', 'Account'], access: 'signedIn', layout: 'own' },
];

/**
 * Makes React load its production build, several times as fast as the development one: imported first, before anything
 * that loads React. An environment that is set stays.
 */
process.env.NODE_ENV ||= 'production';

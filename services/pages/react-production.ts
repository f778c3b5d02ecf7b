/**
 * Makes React load its production build, several times as fast as the development build. Import it before
 * anything that loads React. Keeps a NODE_ENV that is set.
 */
process.env.NODE_ENV ||= 'production';

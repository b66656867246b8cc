// What only a site without a server needs, loaded there before anything is shown.

export { openLocal } from '../net/local';
export { siteWords } from '../words/site';

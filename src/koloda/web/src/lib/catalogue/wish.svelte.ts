import { NO_WISH, type Wish } from './search';

/** What the list of games is narrowed to; it stays so while one looks at other pages. */
export const wish: Wish = $state({ ...NO_WISH });

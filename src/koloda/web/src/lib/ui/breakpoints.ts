/** Where the page changes its layout, written once for scripts and styles. A media query cannot use a CSS variable, so
    styles say `@media (--narrow)` (the syntax of @custom-media), and vite.config.ts fills in the condition. */

/** A screen without room beside the table: everything is in one column. */
export const NARROW = 'max-width: 860px';
/** A phone held upright: lines are short. */
export const PHONE = 'max-width: 700px';
/** A screen with hardly any height: a phone on its side, or big letters. The table needs all of it. */
export const SHORT = 'max-height: 480px';
/** A screen that is not high: cards and gaps are smaller. */
export const LOW = 'max-height: 860px';

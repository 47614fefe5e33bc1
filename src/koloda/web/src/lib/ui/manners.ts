/** What may be chosen for a table beside its rules. */
export const CLOCK_SECONDS = [0, 15, 30, 60, 120, 300];
export const PATIENCE_MINUTES = [1, 3, 5, 10, 30];
export const USUAL_PATIENCE_MINUTES = 3;

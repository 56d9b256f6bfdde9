/** Specification 5: pretext and undertext hold fewer than 50 characters. */
export const sideTextLength = 49

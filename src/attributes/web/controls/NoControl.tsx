/** For what forms do not show: `isShownInForms` leaves it out of them. */
export function NoControl() {
  return null
}

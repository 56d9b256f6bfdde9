export type SessionMethod = 'cookie' | 'jwt'

/** How this page signs in: by cookie where cookies are enabled and the page is secure (https; localhost counts, product part 3, 17). */
export function sessionMethod(): SessionMethod {
  return navigator.cookieEnabled && window.isSecureContext ? 'cookie' : 'jwt'
}

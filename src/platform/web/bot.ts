const bots = /bot\b|crawl|spider|slurp|bingpreview|facebookexternalhit|headless ?preview/i

/** Whether a user agent is a crawler's. Specification 8: for these, errors are not rendered as an error page. */
export function isBot(userAgent: string): boolean {
  return bots.test(userAgent)
}

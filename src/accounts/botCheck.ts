/** The header that a solved challenge comes in. */
export const botHeader = 'x-bot-check'
